import { z } from 'zod';
import { ASKED_MEASURES, EXPLORE_MEASURES } from '#analytics/contract/explore-measures.ts';
import { measureSchemas, metaSchema } from '#analytics/contract/rows.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { fileBody } from '#platform/contract/envelopes.ts';
import { aboutCsv, FILE_FORMATS } from '#platform/contract/file-formats.ts';
import { isKeyName, KEY_NAMES, type KeyName } from '#traffic/event/contract/keys.ts';
import { eventQuestion } from '#traffic/explorer/contract/events-endpoints.ts';
import { BOARDS_PAGE, EXPLORE_PAGE } from './pages.ts';

/** Keys of one row. More make rows of one event each, which the list of events shows better. */
export const MOST_KEYS = 3;
/** Columns of one answer. */
export const MOST_MEASURES = 12;
/** Rows of one page, and of a pivot. */
export const MOST_ROWS = 5_000;
export const USUAL_ROWS = 500;
/** What is shown where nothing is chosen. */
export const USUAL_MEASURES = ['total', 'suspect', 'fraud', 'fraud_percentage'];

/** How an answer is looked at. */
export const VIEWS = ['table', 'chart', 'pivot'] as const;
export type View = (typeof VIEWS)[number];

export const COMPARED = ['none', 'previous', 'year'] as const;

const isMeasure = (name: string): boolean => ASKED_MEASURES.includes(name);

/** Repeated, or one comma list; each once. */
const listOf = <T extends string>(isOne: (name: string) => name is T, most: number, what: string) =>
  z
    .union([z.string().max(1000), z.array(z.string().max(64)).max(100)])
    .transform((said) => [...new Set([said].flat().flatMap((text) => text.split(',').map((part) => part.trim())))])
    .transform((names) => names.filter((name) => name !== ''))
    .refine((names) => names.every(isOne), `This names no ${what}`)
    .refine((names) => names.length <= most, `At most ${most}`)
    .transform((names) => names.filter(isOne));

const { search: _search, import: _import, ...filters } = eventQuestion;

/** What is asked, in the words of the list of events: how rows are told apart, and what is counted of each. */
const question = {
  ...filters,
  /** Up to three keys: dimensions, clock and calendar, cohorts by install day, facts. None: one row about everything. */
  by: listOf<KeyName>(isKeyName, MOST_KEYS, 'key').default([]),
  measures: listOf<string>((name): name is string => isMeasure(name), MOST_MEASURES, 'measure').default(USUAL_MEASURES),
  compare: z.enum(COMPARED).default('none'),
  /** A measure or a key; the first measure where nothing is said. */
  sort: z.string().max(64).optional(),
  order: z.enum(['asc', 'desc']).optional(),
};

export const exploreQuery = z.strictObject({
  ...question,
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(MOST_ROWS).default(USUAL_ROWS),
});
export type ExploreQuery = z.output<typeof exploreQuery>;
export type ExploreQueryInput = z.input<typeof exploreQuery>;

/** The same for a file, which has all rows. */
export const fileQuestion = z.strictObject({
  ...question,
  format: z.enum(FILE_FORMATS).default('csv'),
  about: aboutCsv,
});

/** A question without package and days, which whoever keeps it says anew. */
export const keptQuestion = z
  .strictObject(question)
  .omit({ package_name: true, fromDate: true, toDate: true, start_date: true, end_date: true });
export type KeptQuestionInput = z.input<typeof keptQuestion>;

const measures = z.object(measureSchemas(EXPLORE_MEASURES)).partial().shape;
const compared = z.record(z.string(), z.number());
const row = z.object({
  /** The value of each key under its own name; empty when not reported. Of a number the first whole one of its step. */
  ...Object.fromEntries(KEY_NAMES.map((name) => [name, z.string().optional()])),
  ...measures,
  /** Counts and shares of the same row in the period it is compared with. */
  previous: compared.optional(),
});
export type ExploreRow = z.output<typeof row> & Record<string, unknown>;

const answer = z.object({
  status: z.literal(true),
  message: z.string(),
  meta: metaSchema,
  data: z.array(row),
  /** All rows together; persons and middles are reckoned anew, not added up. */
  totals: row.nullable(),
  Total_pages: z.number().int(),
  total: z.number().int(),
});
export type ExploreAnswer = z.output<typeof answer>;

/** Where questions are asked: a board asks those of its cards. */
export const EXPLORE_PAGES = [EXPLORE_PAGE.id, BOARDS_PAGE.id];

export const exploreEndpoints = {
  explore: endpoint({
    method: 'GET',
    path: '/api/explore',
    summary: 'Any measures of events by up to three keys, with the filters of the list of events',
    access: 'event.read',
    pages: EXPLORE_PAGES,
    query: exploreQuery,
    response: answer,
  }),
  exploreFile: endpoint({
    method: 'GET',
    path: '/api/explore/download',
    summary: 'All rows of the same question as a file',
    access: 'event.read',
    pages: EXPLORE_PAGES,
    query: fileQuestion,
    response: fileBody,
    answer: 'file',
  }),
};
