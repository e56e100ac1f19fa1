import Big from 'big.js';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { rateOn } from '#traffic/money/server/load-money.ts';
import { monthsOf } from './basis.ts';

/** An amount of a month (`2026-11`), decimal text. */
interface OfMonth {
  month: string;
  currency: string;
  amount: string;
}

/** How it was said before it was converted. */
export interface Said {
  said: string;
  said_in: string;
}

/** In the currency of the package where a rate of the month's last day is known; what has none stays in its own. */
export async function inOne<A extends OfMonth>(
  database: Database,
  { package_name, currency: into, today }: PackageInfo,
  amounts: readonly A[],
): Promise<(A & Said)[]> {
  const rates = new Map<string, Promise<string | undefined>>();
  return Promise.all(
    amounts.map(async (each) => {
      const as = { ...each, said: each.amount, said_in: each.currency };
      if (each.currency === into) return as;
      const last = monthsOf({ from: each.month, to: `${each.month}-01` }).to;
      const day = last < today ? last : today;
      const key = `${each.currency} ${day}`;
      const asked = rates.get(key) ?? rateOn(database, package_name, { currency: each.currency, into, day });
      rates.set(key, asked);
      const rate = await asked;
      return rate === undefined ? as : { ...as, currency: into, amount: new Big(each.amount).times(rate).toFixed() };
    }),
  );
}
