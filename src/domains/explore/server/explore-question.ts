import { EXPLORED, medianOf } from '#analytics/contract/explore-measures.ts';
import { totals } from '#analytics/contract/shapes/totals.ts';
import type { Widget } from '#analytics/contract/widget.ts';
import { createCheckRange } from '#analytics/server/check-range.ts';
import { keyAlias } from '#analytics/server/query.ts';
import type { AnalyticsDeps, Filters, Question } from '#analytics/server/question.ts';
import { EXPLORE_PAGES, type ExploreQuery } from '#domains/explore/contract/explore-endpoints.ts';
import { HISTORY_MONTHS } from '#domains/explore/contract/pages.ts';
import { allowedPublishers, allowedVendors, requirePage, type Scope } from '#platform/server/access/scope.ts';
import { MORE_KEYS, NUMBER_FACTS } from '#traffic/event/contract/keys.ts';
import { CALENDAR_KEYS } from '#traffic/event/contract/time-keys.ts';
import { mayAskFor } from '#traffic/event/server/traffic-where.ts';
import { eventFilter } from '#traffic/explorer/server/event-filter.ts';
import { readCondition } from '#traffic/explorer/server/read-condition.ts';
import { refuse } from './refuse.ts';

export type Asked = Omit<ExploreQuery, 'page' | 'limit'> & Partial<Pick<ExploreQuery, 'page' | 'limit'>>;

/** What is asked, as boards ask it: the rows, and all of them as one. */
export interface ExploreQuestion {
  rows: Question;
  sums: Question;
}

export function createReadQuestion(deps: AnalyticsDeps): (scope: Scope, asked: Asked) => Promise<ExploreQuestion> {
  const checkRange = createCheckRange(deps);
  return async (scope, asked) => {
    const info = await deps.packageInfo(scope, asked.package_name);
    requirePage(scope, info.package_name, EXPLORE_PAGES);
    const { by, measures, compare, sort, order, page = 1, limit, query, ...events } = asked;
    for (const fact of NUMBER_FACTS) if (measures.includes(medianOf(fact))) mayAskFor(scope, fact);
    const { kinds, from, to, where, not, keys } = eventFilter(events, info);
    // Foreign names and closed facts are refused before anything is asked: a schedule is tried without asking.
    for (const key of [...by, ...MORE_KEYS.filter((name) => (keys?.[name] ?? []).length > 0)]) mayAskFor(scope, key);
    allowedPublishers(scope, where.publisher ?? []);
    allowedVendors(scope, where.vendor ?? []);
    await checkRange(info, { from, to }, HISTORY_MONTHS);
    const dated = by.find((key) => CALENDAR_KEYS.has(key));
    if (compare !== 'none' && dated) throw refuse('explore_no_comparison', { field: dated }, { field: 'compare' });
    const condition = readCondition(scope, query);
    const filters: Filters = {
      package: info.package_name,
      from,
      to,
      where,
      ...(not ? { not } : {}),
      ...(keys ? { keys } : {}),
      ...(condition ? { condition } : {}),
      search: '',
      page,
      ...(limit === undefined ? {} : { limit }),
      compare: compare === 'none' ? false : compare,
      counts: 'parts',
    };
    const board = { dataset: { ...EXPLORED, ...(kinds.length > 0 ? { kinds } : {}) } };
    const at = { board, info, now: deps.now() };
    return {
      rows: { ...at, widget: widgetOf(asked), filters: { ...filters, ...sortOf(asked) } },
      sums: { ...at, widget: sumsOf(asked), filters: { ...filters, page: 1 } },
    };
  };
}

/** Measures that are not in every row anyway. */
const extraOf = ({ measures }: Pick<Asked, 'measures'>): string[] =>
  measures.filter((name) => !EXPLORED.measures[name]?.every);

const widgetOf = ({ by, measures }: Pick<Asked, 'by' | 'measures'>): Widget<string> =>
  by.length === 0
    ? sumsOf({ measures })
    : {
        id: 'explore',
        title: 'Explore',
        shape: 'table',
        chart: 'table',
        measures: ['total', ...measures],
        keys: by,
        extra: extraOf({ measures }),
      };

const sumsOf = ({ measures }: Pick<Asked, 'measures'>): Widget<string> => ({
  ...totals({ id: 'explore', title: 'Explore' }),
  extra: extraOf({ measures }),
});

function sortOf({
  by,
  measures,
  sort,
  order,
}: Pick<Asked, 'by' | 'measures' | 'sort' | 'order'>): Pick<Filters, 'sort'> {
  const [first = 'total'] = measures;
  const name = sort ?? first;
  const key = by.map(String).indexOf(name);
  if (key >= 0) return { sort: { by: keyAlias(key), descending: order === 'desc' } };
  if (!Object.hasOwn(EXPLORED.measures, name))
    throw refuse('explore_sort_unknown', { column: name }, { field: 'sort' });
  return { sort: { by: name, descending: order !== 'asc' } };
}
