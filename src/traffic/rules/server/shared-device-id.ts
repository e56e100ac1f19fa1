import { gte } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';

export const sharedDeviceId = rule({
  id: 'shared_device_id',
  title: 'One device id, many phones',
  method: 36,
  reason: 'dev.implausible',
  stage: 'arrival',
  kinds: ['click', 're_click', 'install'],
  needs: ['device_models_7d'],
  looksAt:
    'A device id belongs to one phone, and a phone is of one model. An id under which a week names several models was copied, or the models are invented.',
  falsePositives:
    'Channels that name one phone by its number and by its marketing name; so three names are tolerated. Some makers once gave one id to all phones of a series.',
  source: 'MRC IVT addendum (parameters that contradict each other); default ours',
  limits: {
    models: { label: 'Models under one device id in a week: at least', unit: 'events', default: 4, min: 2, max: 100 },
  },
  cases: ({ models }) => [{ verdict: 'suspect', when: gte('device_models_7d', models) }],
});
