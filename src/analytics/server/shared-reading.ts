import type { DimensionName } from '#traffic/event/contract/dimensions.ts';
import type { OfPackage } from '#traffic/event/server/held-rows.ts';
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
  costBy: DimensionName | undefined;
  rows: (counts: readonly RawRow[], costs: readonly CostRow[]) => RawRow[];
}

const FINEST: Partial<Record<DimensionName, DimensionName>> = {
  publisher: 'publisher',
  reason: 'reason',
  reason_group: 'reason',
};

/** The shared reading of a query; undefined for one that has to be asked as it stands. */
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
      costBy: withCost ? 'publisher' : undefined,
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
    costBy: withCost ? name : undefined,
    rows: (read, costs) => {
      const groups = name === 'reason_group' ? byGroup(read) : read;
      const shown = inOrder(groups, query.order).slice(page.offset, page.offset + page.limit);
      const costOf = withCost ? perName(costs) : undefined;
      return shown.map((row) => ({
        ...row,
        groups: groups.length,
        ...(costOf ? { cost_at_risk: amountsOf(costOf.get(row.name ?? '') ?? []) } : {}),
      }));
    },
  };
}

const COUNTED: Query['measures'] = ['total', 'fraud', 'suspect'];

const bare = ({ order: _order, page: _page, ...rest }: Query): Query => rest;

/** True when the answer is everything there is, so that it may be ordered, cut and added up here. */
export const isWhole = (rows: readonly unknown[]): boolean => rows.length < MOST_GROUPS;

const sumOf = (rows: readonly RawRow[]): RawRow =>
  rows.reduce<RawRow>(
    (sum, { total, fraud, suspect }) => ({
      total: sum.total + total,
      fraud: sum.fraud + fraud,
      suspect: sum.suspect + suspect,
    }),
    { total: 0, fraud: 0, suspect: 0 },
  );

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

/** Currency → sum, to the last of the six digits; a sum of zero is no cost. */
function amountsOf(costs: readonly CostRow[]): Record<string, string> {
  const sums = new Map<string, bigint>();
  for (const { currency, amount } of costs) sums.set(currency, (sums.get(currency) ?? 0n) + microsOf(amount));
  const kept = [...sums].filter(([, micros]) => micros !== 0n).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(kept.map(([currency, micros]) => [currency, decimalOf(micros)]));
}

const DIGITS = 6;

function microsOf(amount: string): bigint {
  const [whole = '0', part = ''] = amount.replace('-', '').split('.');
  const micros = BigInt(whole + part.padEnd(DIGITS, '0').slice(0, DIGITS));
  return amount.startsWith('-') ? -micros : micros;
}

function decimalOf(micros: bigint): string {
  const digits = String(micros < 0n ? -micros : micros).padStart(DIGITS + 1, '0');
  const part = digits.slice(-DIGITS).replace(/0+$/, '');
  return `${micros < 0n ? '-' : ''}${digits.slice(0, -DIGITS)}${part === '' ? '' : `.${part}`}`;
}
