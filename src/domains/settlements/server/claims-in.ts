import Big from 'big.js';
import type { DisputeBook } from '#domains/disputes/contract/dispute-book.ts';
import type { PayoutClaims } from '#domains/settlements/contract/payout.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { ownPackage } from '#traffic/money/server/price-store.ts';
import type { Period } from './basis.ts';
import { textOf } from './money.ts';

export interface ClaimsParts {
  database: Database;
  disputeBook: DisputeBook<Database['db']>;
  now: () => Date;
}

const FATES = ['claimed', 'accepted', 'upheld', 'taken_back', 'not_answered', 'waiting'] as const;
type Sums = Record<(typeof FATES)[number], Big>;

/** What became of claims on the publishers of a package whose days share one with these, by publisher and currency. */
export async function claimsIn(
  scope: Scope,
  { database, disputeBook, now }: ClaimsParts,
  packageName: string,
  { publishers, ...days }: Period & { publishers: readonly string[] },
): Promise<PayoutClaims[]> {
  const asked = { days, now: now() };
  const found = await disputeBook.outcomes(database.db, ownPackage(scope, packageName), asked);
  const groups = new Map<string, { publisher: string; currency: string; claims: number; sums: Sums }>();
  for (const { publisher, ends_at, outcome } of found) {
    if (publishers.length > 0 && !publishers.includes(publisher)) continue;
    const isOver = new Date(ends_at) <= asked.now;
    for (const { currency, objected, unanswered, ...told } of outcome) {
      const key = JSON.stringify([publisher, currency]);
      const group = groups.get(key) ?? { publisher, currency, claims: 0, sums: nothing() };
      groups.set(key, group);
      group.claims += 1;
      const waiting = new Big(objected).plus(isOver ? 0 : unanswered).toFixed();
      const parts = { ...told, waiting, not_answered: isOver ? unanswered : '0' };
      for (const fate of FATES) group.sums[fate] = group.sums[fate].plus(parts[fate]);
    }
  }
  return [...groups.values()]
    .map(({ sums, ...of }) => ({ ...of, ...toldOf(sums, of.currency) }))
    .sort((a, b) => (a.publisher < b.publisher || (a.publisher === b.publisher && a.currency < b.currency) ? -1 : 1));
}

const each = <T>(of: (fate: keyof Sums) => T) => ({
  claimed: of('claimed'),
  accepted: of('accepted'),
  upheld: of('upheld'),
  taken_back: of('taken_back'),
  not_answered: of('not_answered'),
  waiting: of('waiting'),
});

const nothing = (): Sums => each(() => new Big(0));
const toldOf = (sums: Sums, currency: string) => each((fate) => textOf(sums[fate], currency));
