import { lastDays } from '#platform/contract/date-range.ts';
import { MAX_PAGE_SIZE } from '#platform/contract/paging.ts';
import { refuse } from '#platform/server/http/refuse.ts';
import { type BoardQuery, dimensionFilters } from '../contract/filters.ts';
import type { Filters } from './question.ts';

type Asked = Pick<
  BoardQuery,
  'package_name' | 'app' | 'fromDate' | 'toDate' | 'start_date' | 'end_date' | 'page' | 'limit' | 'search'
> &
  Parameters<typeof dimensionFilters>[0] &
  Partial<Pick<BoardQuery, 'pageNo' | 'campageNo' | 'campsearch' | 'sort' | 'order' | 'compare' | 'counts'>>;

/** A checked query in the words of the product: both spellings of everything, 400 where they contradict. */
export function readFilters(query: Asked): Filters {
  const { sort, order } = query;
  return {
    package: required('package_name', [query.package_name, query.app]),
    from: required('fromDate', [query.fromDate, query.start_date]),
    to: required('toDate', [query.toDate, query.end_date]),
    where: dimensionFilters(query),
    search: query.search ?? query.campsearch ?? '',
    page: query.page ?? query.pageNo ?? query.campageNo ?? 1,
    ...(query.limit ? { limit: Math.min(query.limit, MAX_PAGE_SIZE) } : {}),
    ...(sort ? { sort: { by: sort, descending: (order ?? (sort === 'name' ? 'asc' : 'desc')) === 'desc' } } : {}),
    counts: query.counts ?? 'two',
    compare: query.compare === undefined || query.compare === 'none' ? false : query.compare,
  };
}

/** One value under several names. Two names that disagree would leave it open which of them was answered. */
function required(field: string, spellings: readonly (string | undefined)[]): string {
  const given = new Set(spellings.filter((value) => value !== undefined));
  const [value] = given;
  if (value === undefined) throw refuse('parameter_missing', { parameter: field }, { as: 'malformed', field });
  if (given.size > 1) throw refuse('parameter_twice', { parameter: field }, { as: 'malformed', field });
  return value;
}

/** Days asked for when none are named, as on every screen. */
const USUAL_DAYS = 7;

type Days = Pick<Asked, 'fromDate' | 'toDate' | 'start_date' | 'end_date'>;

/** For calls that the package alone is enough for: then the usual days are meant. */
export function withUsualDays<Q extends Days>(query: Q, today: string): Q {
  if (query.fromDate ?? query.toDate ?? query.start_date ?? query.end_date) return query;
  const { from, to } = lastDays(today, USUAL_DAYS);
  return { ...query, fromDate: from, toDate: to };
}
