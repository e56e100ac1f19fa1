import { addDays } from '#platform/contract/date-range.ts';
import { proofOf } from '../proof.ts';
import { type Counts, USUAL_WEEKS } from '../readings/counts.ts';
import { count, day, type Maker } from './sentence.ts';

/** A day with less than this part of what is usual is as good as missing; weekends and holidays seldom halve traffic twice. */
const MISSING_SHARE = 0.25;
/** Below this many events a quarter of them is within what chance does: Poisson, 50 give less than 13 once in 10^9 days. */
const LEAST_USUAL = 50;
/** Of the same weekday in the four weeks before so many must have had data. */
const LEAST_WEEKS = 3;

interface Missing {
  day: string;
  events: number;
  usual: number;
}

/**
 * Days that brought much less than the same weekday of the four weeks before (their median): all events are counted,
 * known bots too, for it is the delivery that is looked at. The day that goes on is none, nor are days after the last
 * event: of those the sentence on the newest event speaks.
 */
export function missingDays(
  rows: Counts['rows'],
  { from, to, oldest }: { from: string; to: string; oldest: string },
): Missing[] {
  const byDay = new Map<string, number>();
  for (const row of rows) byDay.set(row.day, (byDay.get(row.day) ?? 0) + row.events);
  const missing: Missing[] = [];
  for (let at = from; at <= to; at = addDays(at, 1)) {
    const weeks = Array.from({ length: USUAL_WEEKS }, (_, week) => addDays(at, -7 * (week + 1)));
    const known = weeks.filter((before) => before >= oldest).map((before) => byDay.get(before) ?? 0);
    const usual = median(known);
    const events = byDay.get(at) ?? 0;
    if (known.length >= LEAST_WEEKS && usual >= LEAST_USUAL && events < MISSING_SHARE * usual)
      missing.push({ day: at, events, usual });
  }
  return missing;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  const [upper = 0, lower = upper] = [sorted[half], sorted[sorted.length - 1 - half]];
  return Math.round((lower + upper) / 2);
}

export const missing: Maker = {
  about: 'missing',
  access: 'board.read',
  ask: async (asked) => {
    const [{ rows }, { newest_day }] = await Promise.all([asked.counts, asked.extent]);
    const [first] = rows;
    if (!first || !newest_day) return [];
    const yesterday = addDays(asked.info.today, -1);
    const found = missingDays(rows, {
      from: asked.window.days.from,
      to: [newest_day, yesterday].toSorted()[0] ?? yesterday,
      oldest: first.day,
    });
    const [worst] = found.toSorted((a, b) => a.events / a.usual - b.events / b.usual);
    if (!worst) return [];
    return [
      {
        says: found.length === 1 ? 'missing_day' : 'missing_days',
        count: found.length === 1 ? worst.events : found.length,
        values: {
          days: count(found.length),
          day: day(worst.day),
          n: count(worst.events),
          usual: count(worst.usual),
        },
        proof: proofOf(asked, [{ page: 'events', days: { from: worst.day, to: worst.day } }]),
        tone: 'bad',
        picture: { kind: 'pair', before: worst.usual, now: worst.events },
      },
    ];
  },
};
