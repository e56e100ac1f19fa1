import { known } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { APP_KINDS } from './event-kinds.ts';

export const emulator = rule({
  id: 'emulator',
  title: 'Emulator',
  method: 35,
  reason: 'dev.emulator',
  stage: 'arrival',
  kinds: APP_KINDS,
  needs: ['device_signs'],
  looksAt: 'Model, brand or user agent carries the name of a virtual device (goldfish, ranchu, sdk_gphone, vbox …).',
  falsePositives: 'Chromebooks and your own developers’ test devices: white-list them.',
  source: 'Branch Dynamic Defense signals; Tencent risk labels; names from the Android emulator itself',
  limits: {},
  cases: () => [{ verdict: 'fraud', when: known('device_signs') }],
});
