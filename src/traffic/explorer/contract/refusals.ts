import { refusals } from '#platform/contract/message.ts';

/** What the list of events refuses. */
export const REFUSALS = refusals({
  condition_bad: 'The condition is not taken: {{why}}',
  unknown_kind: 'There is no kind {{kind}}',
  too_many_to_decide: '{{events}} events pass this filter; one decision is about {{most}} at most',
  nothing_to_decide: 'No event of this filter would be marked otherwise than it is',
  preview_gone: 'This preview is not kept any more, look again',
  not_to_undo: 'This decision cannot be taken back now',
});
