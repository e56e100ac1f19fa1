import { totalPages } from '#platform/contract/paging.ts';
import { maySeeFilter, type Scope } from '#platform/server/access/scope.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { type HandlerInput, implement, type Route } from '#platform/server/http/implement.ts';
import { DIMENSION_NAMES, type DimensionName, NOT_REPORTED } from '#traffic/event/contract/dimensions.ts';
import { widgetOf } from '../contract/board.ts';
import {
  LAZY_LIMIT,
  LIST_LIMIT,
  LOOKUP_BOARDS,
  LOOKUPS_BY_TYPE,
  lookupDimension,
  lookups,
} from '../contract/lookups.ts';
import { table } from '../contract/shapes/table.ts';
import { FLAGGED, type Widget } from '../contract/widget.ts';
import { boardAsked } from './board-for.ts';
import { type CheckRange, createCheckRange } from './check-range.ts';
import type { AnalyticsDeps, Question } from './question.ts';
import { readFilters } from './read-filters.ts';
import { requireBoard } from './require-board.ts';
import { createRunWidget, type RunWidget, type WidgetResult } from './run-widget.ts';

/** Publishers of one app in the quick list. */
const MAX_PUBLISHERS = 10_000;

type Input = Pick<HandlerInput<typeof lookups.webFilters>, 'scope' | 'query' | 'signal'>;
type Named = Input & { params: { name: string } };

/** The lists behind the filters: values that occur in the traffic of the range, those with most traffic first. */
export function lookupRoutes(given: AnalyticsDeps, runWidget: RunWidget = createRunWidget(given.clickhouse)): Route[] {
  const deps = { ...given, checkRange: createCheckRange(given) };
  const list = (which: keyof typeof lookups, limit: number) => async (input: Named) => {
    const by = lookupDimension(input.params.name);
    if (!by) throw appError('not_found');
    const question = await questionOf(deps, which, listWidget(by), input);
    if (!maySeeFilter(input.scope, question.info.package_name, by)) throw appError('forbidden');
    const { [by]: _own, ...others } = question.filters.where;
    const filters = { ...question.filters, where: others, limit: question.filters.limit ?? limit };
    return listAnswer(await runWidget(input.scope, { ...question, filters }, input.signal), filters);
  };
  const appList = list('appFilters', LIST_LIMIT);

  return implement(lookups)({
    webFilters: list('webFilters', LIST_LIMIT),
    webLazyFilters: list('webLazyFilters', LAZY_LIMIT),
    clickFilters: list('clickFilters', LIST_LIMIT),
    clickLazyFilters: list('clickLazyFilters', LAZY_LIMIT),
    eventFilters: list('eventFilters', LIST_LIMIT),
    eventLazyFilters: list('eventLazyFilters', LAZY_LIMIT),
    proxyFilters: list('proxyFilters', LIST_LIMIT),
    searchAdsFilters: list('searchAdsFilters', LIST_LIMIT),
    summaryFilters: list('summaryFilters', LIST_LIMIT),
    brandSafetyFilters: list('brandSafetyFilters', LIST_LIMIT),
    appFilters: async (input) => {
      const answer = input.params.name === 'fields' ? await fields(deps, input) : await appList(input);
      return { ...answer, resultset: answer.data };
    },
    publisherList: async (input) => {
      const question = await questionOf(deps, 'publisherList', undefined, input);
      const filters = { ...question.filters, page: 1, limit: MAX_PUBLISHERS };
      const { rows } = await runWidget(input.scope, { ...question, filters }, input.signal);
      const data = rows.map(
        ({ name, total, clean, fraud }): PublisherRow => [name, Number(total), Number(clean), Number(fraud)],
      );
      const all = [...data, ...silentPublishers(input.scope, data)];
      return { status: true, message: 'OK', data: all, total: all.length };
    },
  });
}

type PublisherRow = [name: string, total: number, clean: number, fraud: number];

/** A publisher sees each of its own names, with zeros where there was no traffic (APP-ENT-03). */
const silentPublishers = ({ publishers }: Scope, rows: readonly PublisherRow[]): PublisherRow[] =>
  publishers === 'all'
    ? []
    : [...publishers].filter((own) => !rows.some(([name]) => name === own)).map((own) => [own, 0, 0, 0]);

/** A list is a table widget of one dimension; only reasons are looked for among what was found at all. */
const listWidget = (by: DimensionName): Widget =>
  table({
    id: 'list',
    title: 'Values',
    by,
    ...(by === 'reason' || by === 'reason_group' ? FLAGGED : {}),
  });

async function questionOf(
  deps: AnalyticsDeps & { checkRange: CheckRange },
  which: keyof typeof lookups,
  widget: Widget | undefined,
  { scope, query }: Input,
): Promise<Question> {
  const byType = LOOKUPS_BY_TYPE[which];
  const board = byType ? byType[query.type ?? 'web'] : boardAsked(LOOKUP_BOARDS[which], query);
  const filters = readFilters(query);
  const info = await deps.packageInfo(scope, filters.package);
  requireBoard(scope, info.package_name, board);
  await deps.checkRange(info, filters, board.historyMonths);
  return { now: deps.now(), board, widget: widget ?? widgetOf(board, 'fraud/publisher-wise'), info, filters };
}

const listAnswer = ({ rows, total }: WidgetResult, { page, limit }: { page: number; limit: number }) => ({
  status: true as const,
  message: 'OK',
  data: rows.map(({ key }) => key || NOT_REPORTED),
  Total_pages: totalPages(total, limit),
  previous: page > 1,
  total,
});

/** The columns a report can show. The same for every package, but asked in the name of one. */
async function fields(deps: AnalyticsDeps, { scope, query }: Input) {
  await deps.packageInfo(scope, readFilters(query).package);
  const data: string[] = [...DIMENSION_NAMES];
  return { status: true as const, message: 'OK', data, Total_pages: 1, previous: false, total: data.length };
}
