import { type Board, board } from '../board.ts';
import { DATASETS } from '../datasets.ts';
import { MONEY } from '../measures.ts';
import { table } from '../shapes/table.ts';
import { TOTAL } from './common.ts';

/** Rows of one page of a summary. */
const ROWS = 50;

const PUBLISHERS = table({
  id: 'publishers',
  title: 'Publishers',
  section: 'sources',
  by: 'publisher',
  measures: ['total', 'clean', 'suspect', 'fraud', 'clean_percentage', 'fraud_percentage'],
  order: 'total',
  rows: ROWS,
  limit: ROWS,
  extra: MONEY,
});

const summary = (kind: string, dataset: Board['dataset'], path: string, title?: string): Board =>
  board({
    id: `publisher-summary-${kind}`,
    title: 'Publisher Summary',
    dataset,
    api: `/api/publisher_summary/${kind}`,
    types: [],
    fileId: `${kind.toUpperCase()}_PUBLISHER_SUMMARY`,
    routes: [{ path, layout: 'cards', calls: 'data' }],
    historyMonths: 3,
    menu: { category: 'Reports', subCategory: 'Publishers', icon: 'table', ...(title ? { title } : {}) },
    widgets: [TOTAL, PUBLISHERS],
  });

/** One line a publisher, over everything a package counts, or over its events alone. */
export const webSummary = summary('web', DATASETS.web_all, '/publisher-summary');
export const appSummary = summary('app', DATASETS.app_all, '/app/publisher-summary');
export const eventSummary = summary('event', DATASETS.events, '/event-publisher-summary', 'Event Publisher Summary');

/** By the `type` of the prescribed calls (PSUM-GAP-01). */
export const SUMMARIES = { web: webSummary, app: appSummary, event: eventSummary } as const;
export type SummaryType = keyof typeof SUMMARIES;
