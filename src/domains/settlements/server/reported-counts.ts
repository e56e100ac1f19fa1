import Big from 'big.js';
import type { PayeeLine } from './lines-of.ts';
import { shared } from './money.ts';

/** What a partner counted; '' is all campaigns, or all events, of the source. */
export interface Reported {
  campaign: string;
  event: string;
  /** How it is paid for; none is all that is paid. */
  model?: string;
  units: number;
}

/**
 * Lines with what the partner counted of them. A count is of what is paid for, where anything of it is; one of several
 * lines is handed out to them by our own, and held against all of them together. One of which we have nothing is
 * answered apart.
 */
export function withReported(
  lines: readonly PayeeLine[],
  reported: readonly Reported[],
): { lines: PayeeLine[]; unseen: Reported[] } {
  const told = new Map<string, Pick<PayeeLine, 'reported' | 'together'>>();
  const unseen: Reported[] = [];
  // What is said of one campaign or event is not among what is said of all.
  const narrowFirst = reported.toSorted((a, b) => breadth(a) - breadth(b));
  for (const each of narrowFirst) {
    const { model: way = '' } = each;
    const covered = lines.filter(
      ({ id, campaign, event, model }) =>
        !told.has(id) &&
        (each.campaign === '' || each.campaign === campaign) &&
        (each.event === '' || each.event === event) &&
        (way === '' || way === model),
    );
    const paid = covered.filter(({ model }) => model !== '');
    const own = paid.length > 0 ? paid : covered;
    if (own.length === 0) unseen.push(each);
    const together = { ours: own.reduce((all, { counts }) => all + counts.gross, 0), theirs: each.units };
    const parts = shared(new Big(each.units), new Map(own.map(({ id, counts }) => [id, new Big(counts.gross)])), 0);
    for (const { id } of own) told.set(id, { reported: Number(parts.get(id) ?? 0), together });
  }
  return { lines: lines.map((line) => ({ ...line, reported: null, ...told.get(line.id) })), unseen };
}

const breadth = ({ campaign, event, model = '' }: Reported): number =>
  (campaign === '' ? 4 : 0) + (event === '' ? 2 : 0) + (model === '' ? 1 : 0);
