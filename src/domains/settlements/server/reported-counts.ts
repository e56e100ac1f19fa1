import Big from 'big.js';
import type { PayeeLine } from './lines-of.ts';
import { shared } from './money.ts';

/** What a partner counted; '' is all campaigns, or all events, of the source. */
export interface Reported {
  campaign: string;
  event: string;
  units: number;
}

/**
 * Lines with what the partner counted of them. A count of several lines is handed out to them by our own, so that the
 * difference is the same on each; one of which we have nothing is answered apart.
 */
export function withReported(
  lines: readonly PayeeLine[],
  reported: readonly Reported[],
): { lines: PayeeLine[]; unseen: Reported[] } {
  const sums = new Map<string, number>();
  const unseen: Reported[] = [];
  // What is said of one campaign or event is not among what is said of all.
  const narrowFirst = reported.toSorted((a, b) => breadth(a) - breadth(b));
  for (const each of narrowFirst) {
    const own = lines.filter(
      ({ id, campaign, event }) =>
        !sums.has(id) &&
        (each.campaign === '' || each.campaign === campaign) &&
        (each.event === '' || each.event === event),
    );
    if (own.length === 0) unseen.push(each);
    const parts = shared(new Big(each.units), new Map(own.map(({ id, counts }) => [id, new Big(counts.gross)])), 0);
    for (const { id } of own) sums.set(id, Number(parts.get(id) ?? 0));
  }
  return { lines: lines.map((line) => ({ ...line, reported: sums.get(line.id) ?? null })), unseen };
}

const breadth = ({ campaign, event }: Reported): number => (campaign === '' ? 2 : 0) + (event === '' ? 1 : 0);
