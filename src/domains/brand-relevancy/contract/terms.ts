/** Steps of a requirement in their order; an output moves it on from `acknowledged`. */
export const REQUIREMENT_STATES = ['draft', 'submitted', 'acknowledged', 'in_progress', 'delivered', 'closed'] as const;
export type RequirementState = (typeof REQUIREMENT_STATES)[number];

/** What has to be so before a requirement moves on: nothing, words to search with, or as much accepted as was wanted. */
type MoveCheck = 'nothing' | 'keywords' | 'accepted';

/** From where to where, and what is looked at; what does not stand here is no move. Closed is for good. */
export const MOVES: Readonly<Record<RequirementState, Readonly<Partial<Record<RequirementState, MoveCheck>>>>> = {
  draft: { submitted: 'keywords' },
  submitted: { draft: 'nothing', acknowledged: 'keywords', closed: 'nothing' },
  acknowledged: { in_progress: 'keywords', closed: 'nothing' },
  in_progress: { delivered: 'accepted', closed: 'nothing' },
  delivered: { closed: 'nothing' },
  closed: {},
};

/** Those it may be in after a change. */
export const statesAfter = (from: RequirementState): RequirementState[] =>
  REQUIREMENT_STATES.filter((state) => state === from || MOVES[from][state] !== undefined);

/** Whether a video or channel is fit to stand beside, as whoever looked at it says. */
export const PLACE_VERDICTS = ['safe', 'review', 'unsafe'] as const;
export type PlaceVerdict = (typeof PLACE_VERDICTS)[number];

export const PLACE_KINDS = ['video', 'channel'] as const;
export const PLACE_PLATFORMS = ['youtube', 'vimeo', 'dailymotion'] as const;

/** Why a row of an output is rejected, in the order it is looked at. Those up to `twice` cannot be stored at all. */
export const ROW_REASONS = [
  'no_url',
  'not_a_place',
  'not_a_day',
  'not_a_number',
  'no_requirement',
  'closed_requirement',
  'twice',
  'other_currency',
  'outside_days',
  'unsafe',
  'review',
  'blocked_channel',
  'other_channel',
  'excluded_keyword',
  'other_location',
  'other_language',
  'few_views',
  'too_old',
  'not_said',
] as const;
export type RowReason = (typeof ROW_REASONS)[number];

/** Reasons that say something of a row and nothing of its video or channel: no platform is told to exclude it for them. */
export const REASONS_OF_ROWS: readonly RowReason[] = ['other_currency', 'outside_days', 'not_said'];

/** Relevancy in steps of a fifth; what nobody rated is none of them. */
export const SLABS = ['0-20', '20-40', '40-60', '60-80', '80-100', 'unrated'] as const;

/** Lines and bytes of an uploaded output. */
export const MOST_OUTPUT_LINES = 20_000;
export const MOST_OUTPUT_BYTES = 5 * 1024 * 1024;
