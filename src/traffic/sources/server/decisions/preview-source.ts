import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { ClickHouse, QueryOptions } from '#platform/server/clickhouse/clickhouse.ts';
import { type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import { closingDay } from '#traffic/event/contract/closing.ts';
import { EVENT_KINDS, type EventKind } from '#traffic/event/contract/event.ts';
import { openScratch } from '#traffic/event/server/scratch.ts';
import { loadPolicy, type Policy } from '#traffic/judge/server/load-policy.ts';
import { previewRejudge } from '#traffic/judge/server/preview.ts';
import { conditionOf } from '#traffic/judge/server/rejudge.ts';
import { addUp, movesIn, type VerdictMove } from '#traffic/judge/server/verdict-changes.ts';
import { addAmounts } from '#traffic/money/contract/decimal.ts';
import type { Paid } from '#traffic/money/contract/money-endpoints.ts';
import { moneyBetween } from '#traffic/money/server/load-money.ts';
import type { SourcePreview } from '#traffic/sources/contract/decision-endpoints.ts';
import { basisOf } from './basis.ts';
import { begins, type DecisionStores, isOfSource, type NewSourceDecision, ownPackage } from './decide-source.ts';

type Asked = Omit<NewSourceDecision, 'reason' | 'basis'>;

interface Move extends VerdictMove {
  /** Of the source itself. */
  own: number;
  /** Decimal text. */
  assumed: string;
}

/**
 * What `decideSource` would change, asked of the same stored events under the policy as it would be, so that the two
 * cannot differ. Refuses what it refuses.
 */
export async function previewSource(
  scope: Scope,
  stores: DecisionStores,
  packageInfo: PackageInfo,
  wanted: Asked,
  signal?: AbortSignal,
): Promise<SourcePreview> {
  const packageName = ownPackage(scope, packageInfo.package_name);
  const from = await begins(stores, packageInfo, wanted);
  const { clickhouse, database } = stores;
  const options: QueryOptions = { tag: 'source-preview', lane: 'heavy', ...(signal ? { signal } : {}) };
  // Read first: what is decided while this counts makes it old, and never unnoticed.
  const basis = await basisOf(scope, database.db, packageName, wanted.publisher);
  const own = isOfSource(wanted.publisher, wanted.sub_publisher);
  const request = { package: packageName, where: own, ...(from ? { from } : {}) };
  const [policy, money] = await Promise.all([
    loadPolicy(database, packageName),
    timesOf(clickhouse, packageName, options).then((times) => moneyBetween(stores, packageName, times)),
  ]);
  await using scratch = openScratch(clickhouse);
  const changed = await previewRejudge(scratch, request, { policy: decided(policy, wanted, from), money }, options);
  const [kinds, moves] = await Promise.all([
    kindsOf(clickhouse, conditionOf(request), options),
    clickhouse.query<Move>(
      movesIn(changed, packageInfo.time_zone, {
        own: sql`countIf(${own})`,
        assumed: sql`toString(sumIf(spent, is_assumed = 1))`,
      }),
      options,
    ),
  ]);
  const changing = moves.filter((move) => move.from !== move.to);
  const told = previewOf(kinds, changing, packageInfo.today);
  return { ...told, basis };
}

/** The policy as it would be: what is said last counts. */
function decided(policy: Policy, { publisher, sub_publisher, state }: Asked, from: Date | null): Policy {
  const { sourceDecisions = [] } = policy;
  const id = Math.max(0, ...sourceDecisions.map((each) => each.id)) + 1;
  const said = { id, publisher, sub_publisher, state, reason: '', from: from?.toISOString() ?? null };
  return { ...policy, sourceDecisions: [...sourceDecisions, said] };
}

/** First and last event of a package: what follows an install of the source may lie anywhere. */
async function timesOf(
  clickhouse: ClickHouse,
  packageName: string,
  options: QueryOptions,
): Promise<{ first: Date; last: Date }> {
  const [found] = await clickhouse.query<{ first: number; last: number }>(
    sql`SELECT toUnixTimestamp64Milli(min(ts)) AS first, toUnixTimestamp64Milli(max(ts)) AS last
      FROM traffic WHERE package = ${typed('String', packageName)}`,
    options,
  );
  return { first: new Date(found?.first ?? 0), last: new Date(found?.last ?? 0) };
}

const kindsOf = (clickhouse: ClickHouse, where: Sql, options: QueryOptions) =>
  clickhouse.query<{ kind: EventKind; events: number }>(
    sql`SELECT toString(kind) AS kind, countIf(verdict != 'filtered') AS events FROM traffic WHERE ${where} GROUP BY kind`,
    options,
  );

function previewOf(
  kinds: readonly { kind: EventKind; events: number }[],
  moves: readonly Move[],
  today: string,
): Omit<SourcePreview, 'basis'> {
  const sum = (of: readonly Move[], what: 'events' | 'own'): number => of.reduce((all, move) => all + move[what], 0);
  const paid = (way: 'from' | 'to', what: 'cost' | 'assumed'): Paid['spend'] =>
    addAmounts(moves.filter((move) => move[way] === 'fraud').map((move) => ({ [move.currency]: move[what] })));
  const months = [...new Set(moves.map(({ month }) => month))].filter((month) => today >= closingDay(month));
  return {
    kinds: EVENT_KINDS.flatMap((kind) => {
      const events = kinds.find((each) => each.kind === kind)?.events ?? 0;
      const changed = sum(
        moves.filter((move) => move.kind === kind),
        'own',
      );
      return events + changed > 0 ? [{ kind, events, changed }] : [];
    }),
    following: sum(moves, 'events') - sum(moves, 'own'),
    changes: addUp(moves),
    money: {
      to_fraud: paid('to', 'cost'),
      from_fraud: paid('from', 'cost'),
      assumed_to_fraud: paid('to', 'assumed'),
      assumed_from_fraud: paid('from', 'assumed'),
    },
    closed_months: months.map((month) => ({
      month,
      changed: sum(
        moves.filter((move) => move.month === month),
        'events',
      ),
    })),
  };
}
