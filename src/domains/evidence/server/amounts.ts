import type { PayoutRow } from '#domains/settlements/contract/payout.ts';
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
}

export interface Amount {
  /** In parts of one (`decimal.ts`). */
  parts: bigint;
  currency: string;
}

/** So many of the events, and what they cost together; undefined where nobody knows. */
export interface Priced {
  units: number;
  amount: Amount | undefined;
}

/** What so many events cost, by the lines they are on: mostly one. Asked once for each event that is claimed. */
export type AmountsOf = (event: Costing, units?: number) => Priced[];

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
 * so that all of them together are exactly that, in each currency. Events beyond its count, which came later, cost
 * nothing here; of what is on a line without terms nobody knows what it cost.
 */
export function amountsBy(rows: readonly PayoutRow[]): AmountsOf {
  const pools = poolsOf(rows);
  return (event, units = 1) => {
    const own = inOrder(pools.get(keyOf(event.campaign, event.event, event.bucket)) ?? [], event);
    const priced: Priced[] = [];
    let left = units;
    for (const pool of own) {
      const here = Math.min(left, pool.units - pool.taken);
      if (here === 0) continue;
      priced.push({ units: here, amount: amountIn(pool, taken(pool, here)) });
      left -= here;
      if (left === 0) return priced;
    }
    const [first] = own;
    return [...priced, { units: left, amount: first && amountIn(first, 0n) }];
  };
}

const amountIn = ({ model, currency }: Pool, parts: bigint): Amount | undefined =>
  model === '' ? undefined : { parts, currency };

/** Lines about events of this kind first, then of whatever came; of these those in the currency the event names. */
function inOrder(own: readonly Pool[], { kind, currency }: Costing): readonly Pool[] {
  const rankOf = (pool: Pool): number =>
    (pool.kinds.length > 0 ? 0 : pool.model === '' ? 4 : 2) + (pool.currency === currency ? 0 : 1);
  const fit = own.filter(({ kinds }) => kinds.length === 0 || kinds.includes(kind));
  return fit.length < 2 ? fit : fit.sort((a, b) => rankOf(a) - rankOf(b));
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
