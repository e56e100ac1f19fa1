import type { EvidenceLine, EvidenceRecord } from '#domains/evidence/contract/evidence.ts';
import type { Amount } from './amounts.ts';
import { amountText, toMinor } from './decimal.ts';
import type { Claim } from './event-columns.ts';
import { refuse } from './refuse.ts';

/** A line is of a campaign, a name of events and a bucket: so many do fit into a document. */
const MOST_LINES = 20_000;

interface Counted {
  line: Omit<EvidenceLine, 'units' | 'amount'>;
  units: number;
  parts: bigint;
  isKnown: boolean;
}

interface OfEvent {
  campaign: string;
  event: string;
  bucket: string;
}

/** What the events of an evidence file come to, counted while they are written. */
export class Tally {
  readonly #lines = new Map<string, Counted>();
  readonly #apart = new Map<string, { before: number; late: number; claimed: number }>();
  events = 0;
  claimed = 0;
  before = 0;
  late = 0;

  /** @throws evidence_too_many_lines */
  add({ campaign, event, bucket }: OfEvent, claim: Claim, amount: Amount | undefined, units = 1): void {
    this.events += units;
    this[claim === 'claimed' ? 'claimed' : claim] += units;
    const apart = this.#apart.get(bucket) ?? { before: 0, late: 0, claimed: 0 };
    apart[claim] += units;
    this.#apart.set(bucket, apart);
    if (claim !== 'claimed') return;
    const currency = amount?.currency ?? '';
    const key = `${campaign}\n${event}\n${bucket}\n${currency}`;
    const known = this.#lines.get(key);
    if (known) {
      known.units += units;
      known.parts += amount?.parts ?? 0n;
      return;
    }
    if (this.#lines.size >= MOST_LINES) throw refuse('evidence_too_many_lines', { most: MOST_LINES });
    const line = { campaign, event, category: bucket, currency };
    this.#lines.set(key, { line, units, parts: amount?.parts ?? 0n, isKnown: amount !== undefined });
  }

  /** The largest first, of one size by their names; amounts in minor units, rounded once a line. */
  lines(): EvidenceLine[] {
    return [...this.#lines]
      .sort(([a, one], [b, other]) => other.units - one.units || (a < b ? -1 : 1))
      .map(([, { line, units, parts, isKnown }]) => ({
        campaign: line.campaign,
        event: line.event,
        category: line.category,
        units,
        amount: isKnown ? amountText(toMinor(parts, line.currency), line.currency) : '',
        currency: line.currency,
      }));
  }

  /** Sums of the lines. */
  totals(): EvidenceRecord['totals'] {
    const sums = new Map<string, bigint>();
    for (const { line, parts, isKnown } of this.#lines.values())
      if (isKnown) sums.set(line.currency, (sums.get(line.currency) ?? 0n) + toMinor(parts, line.currency));
    return [...sums].sort().map(([currency, parts]) => ({ currency, amount: amountText(parts, currency) }));
  }

  /** By bucket: what is claimed, was claimed before, is too late. */
  categories(): { category: string; claimed: number; claimed_before: number; late: number }[] {
    return [...this.#apart]
      .sort(([a, one], [b, other]) => other.claimed - one.claimed || (a < b ? -1 : 1))
      .map(([category, { claimed, before, late }]) => ({ category, claimed, claimed_before: before, late }));
  }
}
