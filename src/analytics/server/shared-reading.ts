import { joinSql, type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { DimensionName } from '#traffic/event/contract/dimensions.ts';
import { DIMENSION_SQL } from '#traffic/event/server/dimension-sql.ts';
import { groupOwner, type OfPackage } from '#traffic/event/server/held-rows.ts';
import { addAmounts } from '#traffic/money/contract/decimal.ts';
import { MEASURES, MONEY } from '../contract/measures.ts';
import { addRows, nothing } from './add-rows.ts';
import { IS_SUSPECT, isFraud } from './datasets/of-verdict.ts';
import { countIn, type Query, type RawRow } from './query.ts';
import { inOrder } from './row-order.ts';

/**
 * Most groups one reading returns whole. A package with more publishers is asked page by page as written; it is rare,
 * and thousands of rows would cost more than they save.
 */
export const MOST_GROUPS = 2_000;

/** What events cost, by currency, per name. Amounts are decimal text. */
export interface CostRow extends OfPackage {
  name: string;
  spent_in: string;
  /** 1: by prices, not by what the events bring. */
  assumed: number;
  spend: string;
  at_risk: string;
  suspect_cost: string;
}

/**
 * A broader question whose answer holds the one that was asked. The cards of a board that count the same rows come down
 * to the same reading and share its run: totals are the sum of the days; top lists and the table of publishers are one
 * list in several orders; categories are sums of their sub-categories.
 */
export interface Reading {
  counts: Query;
  /** What events cost is a question of its own: building a map for every row was half of one. */
  costs: Sql | undefined;
  rows: (counts: readonly RawRow[], costs: readonly CostRow[]) => RawRow[];
}

const FINEST: Partial<Record<DimensionName, DimensionName>> = {
  publisher: 'publisher',
  reason: 'reason',
  reason_group: 'reason',
};

/** The shared reading of a query to `traffic`; undefined for one that has to be asked as it stands. */
export function readingOf(query: Query): Reading | undefined {
  const { name, byDay, underPublisher, page, measures } = query;
  const money = MONEY.filter((measure) => measures.includes(measure));
  const plain = measures.every((measure) => COUNTED.includes(measure) || MONEY.some((known) => known === measure));
  if (!plain || underPublisher || query.topNames || query.keys) return undefined;
  const counts: Query = { ...bare(query), measures: COUNTED };
  if (!name) {
    if (byDay) return undefined;
    return {
      counts: { ...counts, byDay: true },
      costs: money.length > 0 ? costSql(query, 'publisher') : undefined,
      rows: (days, costs) => [{ ...sumOf(days), ...moneyOf(money, costs) }],
    };
  }
  const finest = FINEST[name];
  if (byDay || !finest || !page || (money.length > 0 && finest !== name)) return undefined;
  return {
    counts: {
      ...counts,
      name: finest,
      order: { by: 'name', descending: false },
      page: { limit: MOST_GROUPS, offset: 0 },
    },
    costs: money.length > 0 ? costSql(query, name) : undefined,
    rows: (read, costs) => {
      const groups = name === 'reason_group' ? byGroup(read) : read;
      const ranked = groups.filter((row) => mayRank(row, query));
      const shown = inOrder(ranked, query.order, MEASURES).slice(page.offset, page.offset + page.limit);
      const costOf = perName(costs);
      return shown.map((row) => ({
        ...row,
        groups: ranked.length,
        ...moneyOf(money, costOf.get(row.name ?? '') ?? []),
      }));
    },
  };
}

/** The measures of money that were asked for. */
function moneyOf(names: readonly (typeof MONEY)[number][], costs: readonly CostRow[]): RawRow {
  const assumed = costs.filter((row) => row.assumed === 1);
  const sums = {
    spend: () => amountsOf(costs, 'spend'),
    spend_assumed: () => amountsOf(assumed, 'spend'),
    cost_at_risk: () => amountsOf(costs, 'at_risk'),
    cost_at_risk_assumed: () => amountsOf(assumed, 'at_risk'),
    cost_suspect: () => amountsOf(costs, 'suspect_cost'),
    cost_suspect_assumed: () => amountsOf(assumed, 'suspect_cost'),
  };
  return Object.fromEntries(names.map((name) => [name, sums[name]()]));
}

const COUNTED: Query['measures'] = ['total', 'clean', 'fraud', 'suspect', 'filtered'];

const bare = ({ order: _order, page: _page, ranked: _ranked, ...rest }: Query): Query => rest;

/** As `HAVING` says it where the query is asked as it stands. */
const mayRank = (row: RawRow, { ranked }: Query): boolean =>
  !ranked || (countIn(row, ranked.least.measure) >= ranked.least.count && !ranked.without.includes(row.name ?? ''));

/** True when the answer is everything there is, so that it may be ordered, cut and added up here. */
export const isWhole = (rows: readonly unknown[]): boolean => rows.length < MOST_GROUPS;

const sumOf = (rows: readonly RawRow[]): RawRow =>
  rows.reduce((sum, row) => addRows(MEASURES, sum, row), nothing(MEASURES, COUNTED));

/**
 * What events cost by name and currency. No condition on the cost: it would be unpacked for every row to be asked, and
 * costs nothing to add. Who asks for what was called alone reads its rows alone.
 */
function costSql(query: Query, by: DimensionName): Sql {
  const { amount } = query.money;
  const doubted = query.measures.some((name) => name === 'cost_suspect' || name === 'cost_suspect_assumed');
  const all = query.measures.some((name) => name === 'spend' || name === 'spend_assumed');
  return joinSql(
    [
      sql`SELECT ${DIMENSION_SQL[by]} AS name, ${query.money.currency} AS spent_in, ${query.money.assumed} AS assumed,`,
      sql`  toString(sum(${amount})) AS spend, toString(sumIf(${amount}, ${isFraud(query)})) AS at_risk,`,
      sql`  toString(sumIf(${amount}, ${IS_SUSPECT})) AS suspect_cost, ${groupOwner(sql`package`)}`,
      sql`FROM traffic`,
      sql`WHERE ${joinSql([...query.where, all ? sql`verdict != 'filtered'` : doubted ? sql`verdict IN ('fraud', 'suspect')` : isFraud(query)], '\n  AND ')}`,
      sql`GROUP BY name, spent_in, assumed`,
      sql`ORDER BY name, spent_in, assumed`,
      sql`LIMIT ${typed('UInt64', MOST_GROUPS)}`,
    ],
    '\n',
  );
}

const amountsOf = (costs: readonly CostRow[], name: 'spend' | 'at_risk' | 'suspect_cost'): Record<string, string> =>
  addAmounts(costs.map((row) => ({ [row.spent_in]: row[name] })));

/** A reason is `group.detail`; the group alone names itself. */
function byGroup(reasons: readonly RawRow[]): RawRow[] {
  const groups = new Map<string, RawRow[]>();
  for (const row of reasons) {
    const group = (row.name ?? '').split('.')[0] ?? '';
    groups.set(group, [...(groups.get(group) ?? []), row]);
  }
  return [...groups].map(([name, rows]) => ({ name, ...sumOf(rows) }));
}

function perName(costs: readonly CostRow[]): Map<string, CostRow[]> {
  const found = new Map<string, CostRow[]>();
  for (const cost of costs) found.set(cost.name, [...(found.get(cost.name) ?? []), cost]);
  return found;
}
