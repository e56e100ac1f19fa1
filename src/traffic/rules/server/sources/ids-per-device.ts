import { gt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { kindsOf } from './kinds-of.ts';

export const idsPerDevice = rule({
  id: 'ids_per_device',
  title: 'Many device ids per device',
  method: 33,
  reason: 'dev.id_reset',
  stage: 'sweep',
  kinds: kindsOf('install'),
  needs: ['source_alike_devices'],
  looksAt: 'Several device ids behind one address with the same model and system: the id was reset between installs.',
  falsePositives: 'Families and shops, and popular models behind a carrier network.',
  source: 'AppsFlyer, device-id reset study 2017; threshold own',
  limits: {
    ids: { label: 'Device ids per device over', unit: 'ratio', default: 3, min: 1.2, max: 100 },
  },
  cases: ({ ids }) => [{ verdict: 'suspect', when: gt('source_alike_devices', ids) }],
});
