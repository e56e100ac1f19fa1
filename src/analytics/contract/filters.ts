import { z } from 'zod';
import { DASHBOARD_TYPES } from '#platform/contract/dashboard-types.ts';
import { dateRangeQuery } from '#platform/contract/date-range.ts';
import { ERROR_CODES } from '#platform/contract/error-codes.ts';
import { searchText } from '#platform/contract/search-text.ts';
import { DIMENSION_NAMES, type DimensionName } from '#traffic/event/contract/dimensions.ts';
import { SORT_KEYS } from './widget.ts';

/** Names the spec gives to dimensions; both spellings are accepted. */
export const PARAMETER_ALIASES = {
  publisher_name: 'publisher',
  publisher_id: 'publisher',
  sub_publisher_name: 'sub_publisher',
  vendor_id: 'vendor',
  creative_id: 'creative',
  placement_id: 'placement',
  fraud_category: 'reason_group',
  fraud_sub_category: 'reason',
  event_type: 'event_name',
  os_type: 'os',
} as const satisfies Record<string, DimensionName>;

export type FilterParameter = DimensionName | keyof typeof PARAMETER_ALIASES;

const FILTER_PARAMETERS: readonly FilterParameter[] = [
  ...DIMENSION_NAMES,
  ...(Object.keys(PARAMETER_ALIASES) as (keyof typeof PARAMETER_ALIASES)[]),
];

/** More values than a person can tick; keeps one request from becoming a very long condition. */
export const MAX_FILTER_VALUES = 1000;
const MAX_VALUE_LENGTH = 2000;

const text = z.string().max(MAX_VALUE_LENGTH);
/** One or several values. The description of the API says it once. */
export const filterValues = z.union([text, z.array(text).max(MAX_FILTER_VALUES)]).meta({ id: 'FilterValues' });
const values = filterValues.optional();
const whole = (max: number) => z.coerce.number().int().min(1).max(max).optional();

/** Refused in the same words whether no board has the type or only none of the call (`boardFor`). */
export const askedType = z.enum(DASHBOARD_TYPES, ERROR_CODES.other_dashboard_type.message).optional();

type ValuesOf = { [K in FilterParameter]: typeof values };
export const dimensionQuery = Object.fromEntries(FILTER_PARAMETERS.map((name) => [name, values])) as ValuesOf;

/** Which traffic a summary of publishers is of; the web's where nothing is said. */
export const summaryType = z.enum(['web', 'app', 'event']).optional();

const MAX_PAGE = 1_000_000;

/** Parameters of every question to traffic. Unknown names are refused by the server. */
export const trafficQuery = {
  package_name: z.string().min(1).max(200).optional(),
  /** Name of the package in downloads. */
  app: z.string().min(1).max(200).optional(),
  dashboard_type: askedType,
  ...dateRangeQuery,
  ...dimensionQuery,
  page: whole(MAX_PAGE),
  limit: whole(MAX_PAGE),
  search: searchText.optional(),
};

/** `pageNo`/`search` belong to the publisher table, `campageNo`/`campsearch` to the campaign table (FLT-ENT-03). */
export const boardQuery = z.object({
  ...trafficQuery,
  /** The same as `dashboard_type`, as the short payload of app boards has it (APP-ENT-04). */
  report_type: askedType,
  pageNo: whole(MAX_PAGE),
  campageNo: whole(MAX_PAGE),
  campsearch: searchText.optional(),
  sort: z.enum(SORT_KEYS).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  compare: z.enum(['none', 'previous', 'year']).optional(),
  /**
   * `parts`: clean, suspect and fraud add up to the total, as on every screen. `two`, and nothing said: suspect events
   * are part of clean or of fraud, as the package says, and the two add up to the total (WEB-GAP-02).
   */
  counts: z.enum(['two', 'parts']).optional(),
});

/** Of calls whose board is chosen by `type`. */
export const summaryQuery = boardQuery.extend({ type: summaryType });

export type BoardQuery = z.output<typeof boardQuery>;
export type BoardQueryInput = z.input<typeof boardQuery>;

export type DimensionFilters = Partial<Record<DimensionName, string[]>>;

/** A single text is a comma list, repeated parameters are taken as they are; so a value with a comma is sent twice. */
export const decodeValues = (value: string | readonly string[] | undefined): string[] => {
  if (value === undefined) return [];
  return typeof value === 'string' ? value.split(',').map((part) => part.trim()) : [...value];
};

/**
 * The inverse: what to send so that exactly these values arrive,
 * blanks and commas included. Nothing chosen is nothing sent.
 */
export const encodeValues = (chosen: readonly string[]): string[] => {
  const [only, ...more] = chosen;
  const ambiguous = only !== undefined && (only.includes(',') || only !== only.trim());
  return ambiguous && more.length === 0 ? [only, only] : [...chosen];
};

/**
 * Values per dimension, with the spec's names folded in and repetitions removed. `all` and '' mean everything allowed.
 */
export function dimensionFilters(query: { readonly [K in FilterParameter]?: string | string[] | undefined }) {
  const filters: DimensionFilters = {};
  for (const parameter of FILTER_PARAMETERS) {
    const chosen = decodeValues(query[parameter]).filter((value) => value !== '');
    if (chosen.length === 0 || chosen.includes('all')) continue;
    const name = nameOf(parameter);
    filters[name] = [...new Set([...(filters[name] ?? []), ...chosen])];
  }
  return filters;
}

const aliases: Partial<Record<FilterParameter, DimensionName>> = PARAMETER_ALIASES;
const nameOf = (parameter: FilterParameter): DimensionName => aliases[parameter] ?? (parameter as DimensionName);
