import type { Finding } from '#domains/infringement/contract/coupon.ts';
import type { CodeStored, PoolStored } from './tables.ts';

/** A use as far as rules look at it. */
export interface Use {
  /** In the zone of the package. */
  day: string;
  publisher: string;
  customer: string;
  country: string;
  /** Uses of the code before this one, and those of this customer. */
  used: number;
  by: number;
}

/** How often a code of this coupon may be used; a unique one once. */
export const usesOf = ({ kind, mostUses }: Pick<PoolStored, 'kind' | 'mostUses'>): number =>
  kind === 'unique' ? 1 : (mostUses ?? Number.POSITIVE_INFINITY);

/** What is wrong with a use of a code there is; bursts are found among others, not in one. */
export function findingsOf(use: Use, { code, pool }: { code: CodeStored; pool: PoolStored }): Finding[] {
  const found: [Finding, boolean][] = [
    ['voided', code.voidedAt !== null || pool.endedAt !== null],
    ['out_of_days', use.day < (pool.firstDay ?? '') || use.day > (pool.lastDay ?? '9999')],
    ['over_uses', use.used >= usesOf(pool) || use.by >= (pool.mostByUser ?? Number.POSITIVE_INFINITY)],
    ['geo', pool.countries.length > 0 && use.country !== '' && !pool.countries.includes(use.country)],
    ['self_referral', code.owner !== '' && use.customer.toLowerCase() === code.owner.toLowerCase()],
    ['wrong_publisher', code.publisher !== '' && use.publisher !== '' && use.publisher !== code.publisher],
  ];
  return found.filter(([, isSo]) => isSo).map(([name]) => name);
}
