import { refusals } from '#platform/contract/message.ts';

/** What the list of events refuses. */
export const REFUSALS = refusals({
  unknown_kind: 'There is no kind {{kind}}',
});
