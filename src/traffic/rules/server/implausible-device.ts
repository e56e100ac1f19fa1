import { type Condition, known } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { ALL_KINDS } from './event-kinds.ts';

/** Enrichment joins several conflicts with this. */
const SEVERAL: Condition = { field: 'device_conflict', op: 'contains', value: '; ' };

export const implausibleDevice = rule({
  id: 'implausible_device',
  title: 'Implausible device',
  method: 36,
  reason: 'dev.implausible',
  stage: 'arrival',
  kinds: ALL_KINDS,
  needs: ['device_conflict'],
  looksAt:
    'Device, system and version contradict each other: a version that never existed or came out later, a brand that never ran the system.',
  falsePositives:
    'Models and beta versions that are newer than the release lists. One conflict is suspect, two are fraud.',
  source: 'Branch Dynamic Defense signals; release dates of browser-compat-data and the systems',
  limits: {},
  cases: () => [
    { verdict: 'fraud', when: SEVERAL },
    { verdict: 'suspect', when: known('device_conflict') },
  ],
});
