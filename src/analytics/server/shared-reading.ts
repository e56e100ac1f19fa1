import { joinSql, type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { DimensionName } from '#traffic/event/contract/dimensions.ts';
import { DIMENSION_SQL } from '#traffic/event/server/dimension-sql.ts';
import { groupOwner, type OfPackage } from '#traffic/event/server/held-rows.ts';
import { MEASURES } from '../contract/measures.ts';
import { addRows, nothing } from './add-rows.ts';
import { addAmounts } from './amounts.ts';
import { isFraud } from './datasets/is-fraud.ts';
import type { Query, RawRow } from './query.ts';
import { inOrder } from './row-order.ts';

/**
 * Most groups one reading returns whole. A package with more publishers is asked page by page as written; it is rare,
 * and thousands of rows would cost more than they save.
 */
export const MOST_GROUPS = 2_000;

/** What fraud costs, by currency, per name. Amounts are decimal text. */
export interface CostRow extends OfPackage {
  name: string;
  currency: string;
  amount: string;
}

/**
 * A broader question whose answer holds the one that was asked. The cards of a board that count the same rows come down
 * to the same reading and share its run: totals are the sum of the days; top lists and the table of publishers are one
 * list in several orders; categories are sums of their sub-categories.
 */
export interface Reading {
  counts: Query;
  /** What fraud costs is read from the fraudulent rows alone: building a map for every row was half of a question. */
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
  const withCost = measures.includes('cost_at_risk');
  const plain = measures.every((measure) => COUNTED.includes(measure) || measure === 'cost_at_risk');
  if (!plain || underPublisher || query.topNames) return undefined;
  const counts: Query = { ...bare(query), measures: COUNTED };
  if (!name) {
    if (byDay) return undefined;
    return {
      counts: { ...counts, byDay: true },
      costs: withCost ? costSql(query, 'publisher') : undefined,
      rows: (days, costs) => [{ ...sumOf(days), ...(withCost ? { cost_at_risk: amountsOf(costs) } : {}) }],
    };
  }
  const finest = FINEST[name];
  if (byDay || !finest || !page || (withCost && finest !== name)) return undefined;
  return {
    counts: {
      ...counts,
      name: finest,
      order: { by: 'name', descending: false },
      page: { limit: MOST_GROUPS, offset: 0 },
    },
    costs: withCost ? costSql(query, name) : undefined,
    rows: (read, costs) => {
      const groups = name === 'reason_group' ? byGroup(read) : read;
      const shown = inOrder(groups, query.order, MEASURES).slice(page.offset, page.offset + page.limit);
      const costOf = withCost ? perName(costs) : undefined;
      return shown.map((row) => ({
        ...row,
        groups: groups.length,
        ...(costOf ? { cost_at_risk: amountsOf(costOf.get(row.name ?? '') ?? []) } : {}),
      }));
    },
  };
}

const COUNTED: Query['measures'] = ['total', 'fraud', 'suspect', 'filtered'];

const bare = ({ order: _order, page: _page, ...rest }: Query): Query => rest;

/** True when the answer is everything there is, so that it may be ordered, cut and added up here. */
export const isWhole = (rows: readonly unknown[]): boolean => rows.length < MOST_GROUPS;

const sumOf = (rows: readonly RawRow[]): RawRow =>
  rows.reduce((sum, row) => addRows(MEASURES, sum, row), nothing(MEASURES, COUNTED));

/**
 * What fraud costs by name and currency. No condition on the cost: it would be unpacked for every row to be asked, and
 * costs nothing to add.
 */
const costSql = (query: Query, by: DimensionName): Sql =>
  joinSql(
    [
      sql`SELECT ${DIMENSION_SQL[by]} AS name, currency, toString(sum(cost)) AS amount, ${groupOwner(sql`package`)}`,
      sql`FROM traffic`,
      sql`WHERE ${joinSql([...query.where, isFraud(query)], '\n  AND ')}`,
      sql`GROUP BY name, currency`,
      sql`ORDER BY name, currency`,
      sql`LIMIT ${typed('UInt64', MOST_GROUPS)}`,
    ],
    '\n',
  );

const amountsOf = (costs: readonly CostRow[]): Record<string, string> =>
  addAmounts(costs.map(({ currency, amount }) => ({ [currency]: amount })));

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
