import { refusals } from '#platform/contract/message.ts';

/** What Explore and boards of one's own refuse. */
export const REFUSALS = refusals({
  explore_too_wide:
    'This would read too much. {{field}} has about {{values}} values in these days: leave it out, filter by it, or ask for fewer days',
  explore_too_long: 'This takes too long. Ask for fewer days or fewer columns',
  explore_no_comparison: 'Rows of {{field}} have nothing to be compared with in another period',
  explore_sort_unknown: 'The answer has no column {{column}}',
  explore_gone: 'The question asks for what there is no more: {{names}}. Ask it anew in Explore, and schedule that',
  board_gone: 'This board is deleted, or it is not shared with you',
  board_name_taken: 'There is a board of this name already',
  board_limit: 'There can be at most {{most}} own boards in a package',
  board_cards: 'A board has at most {{most}} cards',
  board_not_own: 'Only its owner can change this board',
  board_changed: 'This board was changed in the meantime. Load it again, then change it',
  board_no_taker: 'Nobody of this address can see this board',
  board_taker_full: 'The new owner has {{most}} own boards in this package already',
  board_taker_name: 'The new owner has a board of this name already',
});
