import { refusals } from '#platform/contract/message.ts';

/** What the change feed refuses. */
export const REFUSALS = refusals({
  feed_of_whole_package: 'The change feed tells of all events of a package; this access sees only some of them.',
  wrong_cursor: 'This cursor is not one of this package. Call without a cursor to begin anew.',
  cursor_too_old: 'What changed since this cursor is kept for {{days}} days only. Call without a cursor to begin anew.',
});
