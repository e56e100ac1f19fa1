import { addDays } from '#platform/contract/date-range.ts';
import type { EventKind } from '#traffic/event/contract/event.ts';
import { paidFirst } from '#traffic/event/contract/paid-first.ts';
import { rateOf } from '#traffic/event/contract/rate.ts';
import type { Asked } from '../asked.ts';
import { proofOf } from '../proof.ts';
import { type Counted, type Counts, fraudIn, total } from '../readings/counts.ts';
import { count, day, type Maker } from './sentence.ts';

/** The line goes back so far at least, or two points would be no picture. */
const LEAST_LINE_DAYS = 14;

/** How much came of what is usually paid for, and how much of it is fraud, against as many days before. */
export const traffic: Maker = {
  about: 'traffic',
  access: 'board.read',
  ask: async (asked) => {
    const counts = await asked.counts;
    const main = mainKind(counts.now);
    if (!main || !counts.arrived) return [];
    const ofKind = (rows: readonly Counted[]): Counted[] => rows.filter(({ kind }) => kind === main);
    const [now, before] = [ofKind(counts.now), ofKind(counts.before)];
    const [n, earlier] = [total(now), total(before)];
    const { days, length } = asked.window;
    return [
      {
        says: earlier > 0 ? 'traffic' : 'traffic_first',
        count: length,
        values: {
          n: count(n),
          kind: { as: 'kind', value: main },
          from: day(days.from),
          share: { as: 'share', value: rateOf(fraudIn(now), n)?.share ?? null },
          days: count(length),
          before: count(earlier),
          before_share: { as: 'share', value: rateOf(fraudIn(before), earlier)?.share ?? null },
        },
        proof: proofOf(asked, [
          { page: { board: main }, search: { compare: 'previous' } },
          { page: 'events', search: { kind: main, verdict: ['clean', 'suspect', 'fraud'] } },
        ]),
        tone: 'plain',
        picture: lineOf(asked, ofKind(counts.rows)),
      },
    ];
  },
};

/** What is usually paid for, else what came most. */
function mainKind(rows: readonly Counted[]): EventKind | undefined {
  const kinds = [...new Set(rows.map(({ kind }) => kind))].map((kind) => ({
    kind,
    events: total(rows.filter((row) => row.kind === kind)),
  }));
  return paidFirst(kinds.filter(({ events }) => events > 0).toSorted((a, b) => b.events - a.events))[0]?.kind;
}

function lineOf({ window: { days, length } }: Asked, rows: Counts['rows']) {
  const shown = Math.max(LEAST_LINE_DAYS, 2 * length);
  const points = Array.from({ length: shown }, (_, at) => {
    const on = addDays(days.to, at + 1 - shown);
    return total(rows.filter((row) => row.day === on));
  });
  return { kind: 'line' as const, points, from: shown - length };
}
