import { wilson } from '#traffic/event/contract/rate.ts';
import { proofOf } from '../proof.ts';
import type { Counted } from '../readings/counts.ts';
import { count, type Maker } from './sentence.ts';

/** So many events of a reason must have come before its share says anything. */
const LEAST_EVENTS = 50;
/** Among so many before: without a share then there is none to rise above. */
const LEAST_BEFORE = 200;
/** With many events any difference is certain; one that is worth a sentence is a fifth at least. */
const LEAST_RATIO = 1.2;
const MOST_SAID = 3;

interface Rising {
  kind: Counted['kind'];
  reason: string;
  events: number;
  all: number;
  share: number;
  before: number;
  /** Events above what the share before would have brought. */
  above: number;
}

/**
 * Reasons whose share of the called events of a kind has risen: its lower end (Wilson, 95 %) lies above the upper end
 * of before, so that chance does not speak. Kind by kind, as a mix that shifts is no rise. Most events above first.
 */
export function risingReasons(now: readonly Counted[], before: readonly Counted[]): Rising[] {
  const [here, there] = [sharesOf(now), sharesOf(before)];
  const rising: Rising[] = [];
  for (const [kind, { all, reasons }] of here) {
    const earlier = there.get(kind);
    if (!earlier || earlier.all < LEAST_BEFORE) continue;
    for (const [reason, events] of reasons) {
      const was = earlier.reasons.get(reason) ?? 0;
      const [share, shareBefore] = [events / all, was / earlier.all];
      if (events < LEAST_EVENTS || share < LEAST_RATIO * shareBefore) continue;
      if (wilson(events, all).low <= wilson(was, earlier.all).high) continue;
      rising.push({ kind, reason, events, all, share, before: shareBefore, above: events - shareBefore * all });
    }
  }
  return rising.toSorted((a, b) => b.above - a.above);
}

interface Shares {
  all: number;
  reasons: Map<string, number>;
}

function sharesOf(rows: readonly Counted[]): Map<Counted['kind'], Shares> {
  const kinds = new Map<Counted['kind'], Shares>();
  for (const { kind, verdict, reason, events } of rows) {
    if (verdict === 'filtered') continue;
    const of = kinds.get(kind) ?? { all: 0, reasons: new Map<string, number>() };
    of.all += events;
    if (verdict !== 'clean' && reason !== '') of.reasons.set(reason, (of.reasons.get(reason) ?? 0) + events);
    kinds.set(kind, of);
  }
  return kinds;
}

export const rising: Maker = {
  about: 'rising',
  access: 'board.read',
  ask: async (asked) => {
    const { now, before, arrived } = await asked.counts;
    if (!arrived) return [];
    return risingReasons(now, before)
      .slice(0, MOST_SAID)
      .map((found) => ({
        says: 'rising' as const,
        count: found.events,
        values: {
          reason: { as: 'reason', value: found.reason },
          kind: { as: 'kind', value: found.kind },
          n: count(found.events),
          all: count(found.all),
          share: { as: 'share', value: found.share },
          before_share: { as: 'share', value: found.before },
        },
        proof: proofOf(asked, [
          { page: 'events', search: { kind: found.kind, reason: found.reason, verdict: ['suspect', 'fraud'] } },
        ]),
        tone: 'bad' as const,
        picture: { kind: 'pair' as const, before: found.before, now: found.share },
      }));
  },
};
