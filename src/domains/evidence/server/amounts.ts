import type { PayoutRow } from '#domains/settlements/contract/settlement-endpoints.ts';
import type { EventKind } from '#traffic/event/contract/event.ts';
import { PAYMENT_MODELS } from '#traffic/money/contract/payment-models.ts';
import { partsOf } from './decimal.ts';

/** What an amount is asked by. */
export interface Costing {
  campaign: string;
  event: string;
  kind: EventKind;
  bucket: string;
  currency: string;
  /** What it costs as agreed, as it says itself, or by a price; decimal text, '' where nobody knows. */
  spend: string;
  spend_currency: string;
}

export interface Amount {
  /** In parts of one (`decimal.ts`). */
  parts: bigint;
  currency: string;
}

/** What so many events together cost; undefined where nobody knows. Asked once for each event that is claimed. */
export type AmountOf = (event: Costing, units?: number) => Amount | undefined;

interface Pool {
  currency: string;
  model: string;
  kinds: readonly EventKind[];
  /** What was deducted, of how many events, of how many of them so far. */
  deducted: bigint;
  units: number;
  taken: number;
}

/**
 * By the lines of a payout report: what it deducted for a bucket is handed out evenly over the events it counted in it,
 * so that all of them together are exactly that. Events beyond its count, which came later, cost nothing here.
 */
export function byPayout(rows: readonly PayoutRow[]): AmountOf {
  const pools = poolsOf(rows);
  return ({ campaign, event, kind, bucket, currency }, units = 1) => {
    const own = pools.get(keyOf(campaign, event, bucket)) ?? [];
    const ofKind = own.filter(({ kinds }) => kinds.includes(kind));
    // Lines of nobody's kind are about the rest: what events say they cost first, then what nothing is owed for.
    const rest = own.filter(({ kinds }) => kinds.length === 0);
    const pool =
      ofKind.find((each) => each.currency === currency) ??
      ofKind[0] ??
      rest.find((each) => each.deducted > 0n && each.taken < each.units) ??
      rest.at(-1);
    return pool && { parts: taken(pool, units), currency: pool.currency };
  };
}

function poolsOf(rows: readonly PayoutRow[]): Map<string, Pool[]> {
  const pools = new Map<string, Pool[]>();
  for (const row of rows) {
    for (const [bucket, units] of Object.entries(unitsOf(row))) {
      const key = keyOf(row.campaign, row.event, bucket);
      const own = pools.get(key) ?? [];
      pools.set(key, own);
      const { currency, model } = row;
      const kinds = kindsOf(model);
      const deducted = partsOf(row.deducted[bucket] ?? '0') ?? 0n;
      const same = own.find((pool) => pool.currency === currency && pool.kinds === kinds && pool.model === model);
      if (same) {
        same.deducted += deducted;
        same.units += units;
      } else own.push({ currency, model, kinds, deducted, units, taken: 0 });
    }
  }
  return pools;
}

const keyOf = (...names: readonly string[]): string => names.join('\n');

/** None where a line is about whatever came: what events say themselves, prices. */
const NO_KINDS: readonly EventKind[] = [];
const kindsOf = (model: string): readonly EventKind[] =>
  Object.entries(PAYMENT_MODELS).find(([name]) => name === model)?.[1].kinds ?? NO_KINDS;

/** Events that a line counted in the buckets that are claimed. */
const unitsOf = ({ duplicate, invalid_by }: PayoutRow): Record<string, number> =>
  Object.fromEntries(
    [
      ['duplicate', duplicate] as const,
      ...Object.entries(invalid_by).map(([category, units]) => [`invalid.${category}`, units] as const),
    ].filter(([, units]) => units > 0),
  );

/** The share of the next ones: what all so far come to, less what was handed out. */
function taken(pool: Pool, units: number): bigint {
  const [before, after] = [pool.taken, Math.min(pool.units, pool.taken + units)];
  pool.taken = after;
  const upTo = (n: number): bigint => (pool.deducted * BigInt(n)) / BigInt(pool.units);
  return upTo(after) - upTo(before);
}

/** Without a payout report: what the event costs by the one table of rates, as boards show it. */
export const byTerms: AmountOf = ({ spend, spend_currency: currency }) => {
  const parts = partsOf(spend);
  return parts === undefined ? undefined : { parts, currency };
};
