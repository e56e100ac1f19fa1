import { all, type Condition, eq } from '#platform/contract/condition.ts';
import { rule } from '../../contract/rule.ts';
import { APP_KINDS } from './event-kinds.ts';

export const malformedDeviceId = rule({
  id: 'malformed_device_id',
  title: 'Malformed device id',
  reason: 'dev.malformed_id',
  stage: 'arrival',
  kinds: APP_KINDS,
  needs: ['device_id_class', 'os'],
  looksAt: 'The advertising id has a form that no device hands out, or is all zeros where the system gives real ones.',
  falsePositives:
    'People who switched advertising ids off send zeros: only suspect, and never on Apple systems, where zeros are the rule.',
  source: 'Adjust malformed_advertising_id; MRC IVT addendum (parameter checks)',
  limits: {},
  cases: () => [
    { verdict: 'fraud', when: eq('device_id_class', 'malformed') },
    { verdict: 'suspect', when: all(eq('device_id_class', 'zero'), NOT_APPLE) },
  ],
});

const NOT_APPLE: Condition = { field: 'os', op: 'notIn', values: ['iOS', 'tvOS'] };
