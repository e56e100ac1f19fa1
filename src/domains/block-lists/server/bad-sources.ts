import { EXPLORED } from '#analytics/contract/explore-measures.ts';
import { numberIn, type Row } from '#analytics/contract/rows.ts';
import type { Question } from '#analytics/server/question.ts';
import type { RunWidget } from '#analytics/server/run-widget.ts';
import type { FoundSource } from '#domains/block-lists/contract/standing-endpoints.ts';
import { all, eq, not } from '#platform/contract/condition.ts';
import { addDays } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { QueryTooHeavy } from '#platform/server/clickhouse/query-errors.ts';
import { AppError } from '#platform/server/http/app-error.ts';
import { OWN_SITE } from '#traffic/event/contract/dimensions.ts';
import { lastDay } from '#traffic/event/server/newest-day.ts';
import { readCondition } from '#traffic/explorer/server/read-condition.ts';
import { MOST_FOUND, STANDING_KEYS, type StandingSettings } from '../contract/standing.ts';
import { type Blocked, normalValues } from './normal-values.ts';
import { refuse } from './refuse.ts';

export interface LookParts {
  runWidget: RunWidget;
  clickhouse: ClickHouse;
  now: () => Date;
}

/** A source for which a rule holds. */
export type Source = Blocked & Pick<FoundSource, 'fraud' | 'events'>;

export interface Looked {
  /** First and last day that was looked at: the last is the newest with data. */
  from: string;
  to: string;
  sources: Source[];
}

export type Watched = Pick<StandingSettings, 'kind' | 'percent' | 'days' | 'least' | 'condition'>;

const BLOCKED = 'human.blocked';

/**
 * The sources for which a rule holds, those with the most fraud first. What is fraud only because somebody blocked it
 * proves nothing: it counts among the events and not among the fraud, or what is blocked once would stay so for ever.
 *
 * @throws refused where it is more than can be counted, or its condition is none
 */
export async function badSources(
  scope: Scope,
  parts: LookParts,
  info: PackageInfo,
  watched: Watched,
  signal?: AbortSignal,
): Promise<Looked> {
  const { kind, percent, days, least } = watched;
  const to = await lastDay(parts.clickhouse, info);
  const from = addDays(to, 1 - days);
  const own = watched.condition ? readCondition(scope, JSON.stringify(watched.condition)) : undefined;
  const ask = (more: Partial<Question['filters']>) =>
    rowsOf(scope, parts, questionOf({ info, watched, from, to, now: parts.now() }, more), signal);
  const keys = STANDING_KEYS[kind];
  const proven = await ask({
    not: { reason: [BLOCKED] },
    condition: all(...(own ? [own] : []), not(eq('origin_reason', BLOCKED))),
  });
  const fraud = new Map(
    proven.flatMap((row) => {
      const n = numberIn(row, 'fraud') ?? 0;
      return n * 100 > least * percent ? [[keyOf(row, keys), { row, n }] as const] : [];
    }),
  );
  if (fraud.size === 0) return { from, to, sources: [] };
  const rows = [...fraud.values()].map(({ row }) => keys.map((key) => textIn(row, key)));
  const counted = await ask({ rows, ...(own ? { condition: own } : {}) });
  const events = new Map(counted.map((row) => [keyOf(row, keys), numberIn(row, 'total') ?? 0]));
  const sources = [...fraud].flatMap(([key, { row, n }]): Source[] => {
    const total = events.get(key) ?? 0;
    if (total < least || n * 100 <= total * percent) return [];
    const entry = entryOf(
      kind,
      keys.map((name) => textIn(row, name)),
    );
    return entry ? [{ ...entry, fraud: n, events: total }] : [];
  });
  return { from, to, sources: sources.sort((a, b) => b.fraud - a.fraud) };
}

interface Asked {
  info: PackageInfo;
  watched: Watched;
  from: string;
  to: string;
  now: Date;
}

/** As Explore would ask it, by the one compiler of boards. */
const questionOf = ({ info, watched, from, to, now }: Asked, more: Partial<Question['filters']>): Question => ({
  board: { dataset: EXPLORED },
  widget: {
    id: 'standing-block',
    title: 'Standing rule',
    shape: 'table',
    chart: 'table',
    measures: ['total'],
    keys: STANDING_KEYS[watched.kind],
  },
  filters: {
    package: info.package_name,
    from,
    to,
    where: {},
    search: '',
    page: 1,
    limit: MOST_FOUND,
    sort: { by: 'fraud', descending: true },
    compare: false,
    counts: 'parts',
    ...more,
  },
  info,
  now,
});

async function rowsOf(
  scope: Scope,
  { runWidget }: LookParts,
  question: Question,
  signal?: AbortSignal,
): Promise<Row[]> {
  try {
    return (await runWidget(scope, question, signal)).rows;
  } catch (error) {
    if (error instanceof QueryTooHeavy) throw refuse('standing_too_wide', {}, { field: 'condition' });
    throw error;
  }
}

const textIn = (row: Row, key: string): string => {
  const value = row[key];
  return typeof value === 'string' ? value : '';
};
const keyOf = (row: Row, keys: readonly string[]): string => JSON.stringify(keys.map((key) => textIn(row, key)));

/** As an entry of the list; what has no name of its own, or one that nothing can be blocked by, is none. */
function entryOf(kind: Watched['kind'], names: readonly string[]): Blocked | undefined {
  const value = names.at(-1) ?? '';
  const publisher = kind === 'sub_publisher' ? (names[0] ?? '') : '';
  if (value === '' || names.includes(OWN_SITE) || names.includes('')) return undefined;
  try {
    return normalValues(kind, [value], publisher)[0];
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
