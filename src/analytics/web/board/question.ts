import type { AnyBoard } from '#analytics/contract/board.ts';
import {
  type BoardQueryInput,
  type DimensionFilters,
  encodeValues,
  type FilterParameter,
} from '#analytics/contract/filters.ts';
import { offeredFilters } from '#analytics/contract/offered.ts';
import type { SortKey, Widget } from '#analytics/contract/widget.ts';
import type { DateRange } from '#platform/contract/date-range.ts';
import type { Comparison } from '#platform/web/layout/selection.tsx';
import type { DimensionName } from '#traffic/event/contract/dimensions.ts';

export interface Asked {
  board: AnyBoard;
  packageName: string;
  range: DateRange;
  where: DimensionFilters;
  compare: Comparison;
}

/** Spelled out only where paths shared by several boards need it (WEB-RULE-01). */
const SENDS_TYPE: readonly string[] = ['Visit', 'Impression'];

/** Names the app payload gives to dimensions (APP-ENT-04). */
const APP_NAMES: Partial<Record<DimensionName, FilterParameter>> = { os: 'os_type', vendor: 'vendor_id' };

/**
 * A multi-select filter as it travels: `all` for nothing chosen, else a comma list (FLT-RULE-04). A value that holds a
 * comma itself would fall apart in such a list; then the parameter is repeated.
 */
export function sentValues(chosen: readonly string[] = []): string | string[] {
  if (chosen.length === 0) return 'all';
  return chosen.some((value) => value.includes(',')) ? encodeValues(chosen) : chosen.join(',');
}

function filterParameters({ board, where }: Asked): BoardQueryInput {
  const names = new Set<DimensionName>(offeredFilters(board));
  // Clicks on bars filter by dimensions the panel does not offer.
  for (const name of Object.keys(where)) names.add(name as DimensionName);
  const nameOf = (name: DimensionName): FilterParameter =>
    (board.dataset.platform === 'app' ? APP_NAMES[name] : undefined) ?? name;
  return Object.fromEntries([...names].map((name) => [nameOf(name), sentValues(where[name])]));
}

/** What calls of app boards say of package and kind beside the filters (APP-ENT-04). */
const shortPayload = ({ board, packageName }: Asked): BoardQueryInput => {
  const [type] = board.types;
  return { app: packageName, ...(type ? { report_type: type } : {}) };
};

/** Parameters every widget of the board sends. */
export function boardParameters(asked: Asked): BoardQueryInput {
  const [type] = asked.board.types;
  return {
    package_name: asked.packageName,
    fromDate: asked.range.from,
    toDate: asked.range.to,
    ...(type && SENDS_TYPE.includes(type) ? { dashboard_type: type } : {}),
    ...filterParameters(asked),
    ...(asked.board.dataset.platform === 'app' ? shortPayload(asked) : {}),
    counts: 'parts',
    ...(asked.compare === 'none' ? {} : { compare: asked.compare }),
  };
}

export interface TableView {
  page: number;
  search: string;
  sort: { by: SortKey; desc: boolean } | undefined;
}

const TABLE_ROWS = 10;
/** Rows of one page of a table on a board. */
export const pageRows = ({ rows = TABLE_ROWS }: Pick<Widget<string>, 'rows'>): number => rows;

/** Publisher and campaign tables have parameters of their own, so that their pages never mix (FLT-ENT-03). */
export function tableParameters(widget: Widget<string>, { page, search, sort }: TableView): BoardQueryInput {
  const { by } = widget;
  const words = search.trim();
  const order = sort ? { sort: sort.by, order: sort.desc ? ('desc' as const) : ('asc' as const) } : {};
  const rest = { limit: pageRows(widget), ...order };
  if (by === 'campaign') return { campageNo: page, ...(words && { campsearch: words }), ...rest };
  if (by === 'publisher') return { pageNo: page, ...(words && { search: words }), ...rest };
  return { page, ...(words && { search: words }), ...rest };
}
