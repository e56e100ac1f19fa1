import { refusals } from '#platform/contract/message.ts';

/** What saved views refuse. */
export const REFUSALS = refusals({
  view_name_taken: 'You have a view of this name already',
  view_limit: 'There can be at most {{most}} saved views',
  view_not_shared: 'This view is not shared any more, or it belongs to a package that is not open to you',
});
