import type { VerdictChangeRow } from '#traffic/judge/contract/verdict-change-endpoints.ts';

type Change = VerdictChangeRow['changes'][number];
type Move = Pick<Change, 'from' | 'to' | 'events'>;

/** Events by old and new verdict, over kinds and currencies, the most first. */
export function movesOf(changes: readonly Change[]): Move[] {
  const moves = new Map<string, Move>();
  for (const { from, to, events } of changes) {
    const sum = moves.get(`${from} ${to}`) ?? { from, to, events: 0 };
    moves.set(`${from} ${to}`, { ...sum, events: sum.events + events });
  }
  return [...moves.values()].sort((a, b) => b.events - a.events);
}

/** Cost that became fraud less cost that no longer is, by currency; nothing where it is nothing. */
export function costToFraud(changes: readonly Change[]): { currency: string; amount: number }[] {
  const sums = new Map<string, number>();
  for (const { from, to, currency, cost } of changes) {
    const sign = Number(to === 'fraud') - Number(from === 'fraud');
    sums.set(currency, (sums.get(currency) ?? 0) + sign * Number(cost));
  }
  return [...sums].flatMap(([currency, amount]) => (amount === 0 ? [] : [{ currency, amount }]));
}
