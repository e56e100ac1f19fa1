import { ok } from '#platform/contract/envelopes.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { maySeePage, requirePackage, requirePage, type Scope } from '#platform/server/access/scope.ts';
import { type HandlerInput, implement, type Route } from '#platform/server/http/implement.ts';
import { EXPLORER_PAGES } from '#traffic/explorer/contract/pages.ts';
import {
  DIVE,
  DIVE_EVENTS,
  DIVE_STEPS,
  DIVE_TOTAL,
  type DiveAnswer,
  deepDive,
  diveWidget,
  nextStep,
  stepsTaken,
} from '../contract/deep-dive.ts';
import { DIVE_PAGE } from '../contract/dive-page.ts';
import type { DimensionFilters } from '../contract/filters.ts';
import { percentOf } from '../contract/measure.ts';
import { BOARD_PAGES } from '../contract/pages.ts';
import { numberIn, type Row } from '../contract/rows.ts';
import type { Widget } from '../contract/widget.ts';
import { createCheckRange } from './check-range.ts';
import type { AnalyticsDeps, Filters } from './question.ts';
import { readFilters, withUsualDays } from './read-filters.ts';
import { createRunWidget, type RunWidget } from './run-widget.ts';

type Input = HandlerInput<typeof deepDive>;
type Flagged = DiveAnswer['whole'];

/** The way from all that was flagged down to who brought it. Each step is the sum of the next one. */
export function deepDiveRoutes(deps: AnalyticsDeps, runWidget: RunWidget = createRunWidget(deps.clickhouse)): Route[] {
  const checkRange = createCheckRange(deps);
  return implement({ deepDive })({
    deepDive: async ({ scope, query, signal }: Input) => {
      const name = requirePackage(scope, query.package_name ?? '');
      requirePage(scope, name, [DIVE_PAGE.id]);
      const info = await deps.packageInfo(scope, name);
      const filters: Filters = { ...readFilters(withUsualDays(query, info.today)), counts: 'parts' };
      await checkRange(info, filters, DIVE.historyMonths);
      const run = (widget: Widget, where: DimensionFilters) =>
        runWidget(scope, { board: DIVE, widget, info, now: deps.now(), filters: { ...filters, where } }, signal);
      return ok(await answerOf(run, filters, otherPages(scope, info)));
    },
  });
}

type Run = (widget: Widget, where: DimensionFilters) => ReturnType<RunWidget>;

async function answerOf(run: Run, { from, to, where }: Filters, pages: DiveAnswer['pages']): Promise<DiveAnswer> {
  const step = nextStep(where);
  const taken = stepsTaken(where);
  const beside = without(where, DIVE_STEPS);
  const flaggedIn = async (within: DimensionFilters): Promise<Flagged> =>
    flaggedOf((await run(DIVE_TOTAL, within)).rows[0]);
  const [events, whole, trail, found] = await Promise.all([
    run(DIVE_EVENTS, without(where, ['reason_group', 'reason'])),
    flaggedIn(where),
    Promise.all(
      taken.map(async (each, at) => {
        const within = Object.fromEntries(taken.slice(0, at + 1).map((above) => [above, where[above] ?? []]));
        return { step: each, keys: where[each] ?? [], ...(await flaggedIn({ ...beside, ...within })) };
      }),
    ),
    step ? run(diveWidget(step), where) : { rows: [], total: 0 },
  ]);
  const rows = found.rows.map((row) => ({
    key: row.key,
    ...flaggedOf(row),
    percentage: Number(percentOf(flaggedOf(row).total, whole.total).toFixed(2)),
  }));
  return {
    from,
    to,
    events: numberIn(events.rows[0] ?? { key: '', name: '' }, 'total') ?? 0,
    whole,
    trail,
    step: step ?? null,
    rows,
    rest: step
      ? { rows: found.total - rows.length, ...lessOf(whole, rows) }
      : { rows: 0, total: 0, suspect: 0, fraud: 0 },
    pages,
  };
}

const flaggedOf = (row: Row | undefined): Flagged => {
  const count = (name: string): number => (row ? (numberIn(row, name) ?? 0) : 0);
  return { total: count('total'), suspect: count('suspect'), fraud: count('fraud') };
};

const lessOf = (whole: Flagged, rows: readonly Flagged[]): Flagged => {
  const less = (name: keyof Flagged): number => rows.reduce((left, row) => left - row[name], whole[name]);
  return { total: less('total'), suspect: less('suspect'), fraud: less('fraud') };
};

const without = (where: DimensionFilters, names: readonly string[]): DimensionFilters =>
  Object.fromEntries(Object.entries(where).filter(([name]) => !names.includes(name)));

/** Boards that a package of this kind may have, and its events. */
const otherPages = (scope: Scope, { package_name, platform }: PackageInfo): DiveAnswer['pages'] =>
  [...BOARD_PAGES.filter((each) => (each.platform ?? platform) === platform), ...EXPLORER_PAGES]
    .filter(({ id }) => maySeePage(scope, package_name, [id]))
    .map(({ id, title, paths: [path] }) => ({
      page_id: id,
      title,
      route: `${path}?${new URLSearchParams({ package: package_name })}`,
    }));
