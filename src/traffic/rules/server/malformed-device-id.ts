import { eq } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { APP_KINDS } from './event-kinds.ts';

export const malformedDeviceId = rule({
  id: 'malformed_device_id',
  title: 'Malformed device id',
  method: 36,
  reason: 'dev.malformed_id',
  stage: 'arrival',
  kinds: APP_KINDS,
  needs: ['device_id_class'],
  looksAt:
    'The advertising id has a form that no device hands out. All zeros are what people send who deleted theirs: that says something about a source, not about an event.',
  falsePositives: 'Exports that put another id into the column of the advertising id.',
  source: 'Adjust malformed_advertising_id; MRC IVT addendum (parameter checks)',
  limits: {},
  cases: () => [{ verdict: 'fraud', when: eq('device_id_class', 'malformed') }],
});
