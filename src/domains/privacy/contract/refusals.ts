import { refusals } from '#platform/contract/message.ts';

/** What erasing refuses. */
export const REFUSALS = refusals({
  still_erased: 'A package of this name is still being erased; please wait',
  administrator_first: 'Take the administrator role from this user first',
});
