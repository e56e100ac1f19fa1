import { z } from 'zod';
import { dateRangeQuery } from '#platform/contract/date-range.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope } from '#platform/contract/envelopes.ts';
import type { DimensionName } from '#traffic/event/contract/dimensions.ts';
import { type Board, board } from './board.ts';
import { DATASETS } from './datasets.ts';
import { DIVE_PAGE } from './dive-page.ts';
import { type DimensionFilters, dimensionQuery } from './filters.ts';
import { table } from './shapes/table.ts';
import { totals } from './shapes/totals.ts';
import { FLAGGED } from './widget.ts';

/** What a dive goes down by: what was found, of which kind exactly, who brought it, and through which of its sites. */
export const DIVE_STEPS = [
  'reason_group',
  'reason',
  'publisher',
  'sub_publisher',
] as const satisfies readonly DimensionName[];
export type DiveStep = (typeof DIVE_STEPS)[number];

/** Rows of one step; what is beyond them is told as one sum. */
export const DIVE_ROWS = 200;

/** The step that comes next: the first by which nothing was chosen; none at the bottom. */
export const nextStep = (where: DimensionFilters): DiveStep | undefined =>
  DIVE_STEPS.find((step) => where[step] === undefined);

/** The steps that were taken, from the top without a gap. */
export const stepsTaken = (where: DimensionFilters): readonly DiveStep[] => {
  const next = nextStep(where);
  return next === undefined ? DIVE_STEPS : DIVE_STEPS.slice(0, DIVE_STEPS.indexOf(next));
};

export const DIVE_TOTAL = totals({ id: 'flagged', title: 'Flagged', ...FLAGGED });
export const DIVE_EVENTS = totals({ id: 'events', title: 'Total' });
export const diveWidget = (by: DiveStep) =>
  table({ id: by, title: by, by, ...FLAGGED, order: 'total', limit: DIVE_ROWS });

/** What is asked of the engine, and what a number leads to: events of all kinds, counted as every board counts them. */
export const DIVE: Board = board({
  id: DIVE_PAGE.id,
  title: DIVE_PAGE.title,
  dataset: DATASETS.all,
  api: '/api/user/deepdive',
  types: [],
  fileId: 'DEEP_DIVE',
  routes: [{ path: DIVE_PAGE.paths[0], layout: 'tabular', calls: 'data' }],
  historyMonths: DIVE_PAGE.historyMonths,
  menu: DIVE_PAGE.menu,
  widgets: [DIVE_EVENTS, DIVE_TOTAL, ...DIVE_STEPS.map(diveWidget)],
});

const count = z.number().int().min(0);
/** Suspect and fraud together are what was flagged. */
const flagged = { total: count, suspect: count, fraud: count };
const step = z.enum(DIVE_STEPS);

const answer = z.object({
  from: z.string(),
  to: z.string(),
  /** All events of the selection but known bots, whatever was found about them. */
  events: count,
  whole: z.object(flagged),
  /** The steps taken, each with what was flagged down to there. */
  trail: z.array(z.object({ step, keys: z.array(z.string()), ...flagged })),
  /** What `rows` are; nothing at the bottom. */
  step: step.nullable(),
  rows: z.array(z.object({ key: z.string(), ...flagged, percentage: z.number().min(0).max(100) })),
  /** What lies beyond the rows: with them it makes the whole. */
  rest: z.object({ rows: count, ...flagged }),
  /** Where else to look in the package: its boards and its events, as far as the caller may open them. */
  pages: z.array(z.object({ page_id: z.string(), title: z.string(), route: z.string() })),
});
export type DiveAnswer = z.output<typeof answer>;

export const deepDive = endpoint({
  method: 'GET',
  path: '/api/user/deepdive',
  summary: 'What was flagged in a package, step by step: by category, sub-category, publisher and sub-publisher',
  access: 'board.read',
  query: z.object({ package_name: z.string().min(1).max(200).optional(), ...dateRangeQuery, ...dimensionQuery }),
  response: envelope(answer),
});
