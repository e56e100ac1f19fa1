import { refusals } from '#platform/contract/message.ts';

/** What Explore refuses. */
export const REFUSALS = refusals({
  explore_too_wide:
    'This would read too much. {{field}} has about {{values}} values in these days: leave it out, filter by it, or ask for fewer days',
  explore_too_long: 'This takes too long. Ask for fewer days or fewer columns',
  explore_no_comparison: 'Rows of {{field}} have nothing to be compared with in another period',
  explore_sort_unknown: 'The answer has no column {{column}}',
});
