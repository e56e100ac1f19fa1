import { randomUUID } from 'node:crypto';
import { addDays } from '#platform/contract/date-range.ts';

export interface Planted {
  row_id: string;
  package: string;
  kind: 'click';
  ts: string;
  received_at: string;
  person: number;
  publisher: string;
  sub_publisher: string;
  vendor: string;
  verdict: 'clean' | 'suspect' | 'fraud' | 'filtered';
  reason: string;
  cost: string;
  currency: string;
}

/** Days that are told of: the last seven, from the fourteenth day before on nothing else is different. */
const TOLD_DAYS = 7;
const BEFORE_DAYS = 42;
/** Every third click of one of these days only. */
const MISSING_BACK = 3;

/**
 * Clicks of weeks that end on a day at noon UTC, a different number of them by seed, with stories in the last seven
 * days: a source that begins, a reason that rises beside one that does not, and a day that is almost empty. All lie
 * between 05:00 and 12:00 UTC, so their day is the same in every zone of Europe and Asia.
 */
export function plantedTraffic(packageName: string, today: string, seed: number): Planted[] {
  const rows: Planted[] = [];
  const add = (day: string, at: number, part: Pick<Planted, 'publisher' | 'sub_publisher' | 'verdict' | 'reason'>) => {
    const second = (at * 97 + seed * 13) % 25_000;
    const time = new Date(Date.parse(`${day}T05:00:00Z`) + second * 1000).toISOString().slice(11, 19);
    rows.push({
      row_id: randomUUID(),
      package: packageName,
      kind: 'click',
      ts: `${day} ${time}.000`,
      received_at: `${day} 12:00:00`,
      person: 0,
      vendor: at % 3 === 0 ? 'North' : 'South',
      cost: (0.1 + seed / 100).toFixed(2),
      currency: 'USD',
      ...part,
    });
  };
  for (let back = BEFORE_DAYS; back >= 0; back--) {
    const day = addDays(today, -back);
    const isTold = back < TOLD_DAYS;
    const clicks = back === MISSING_BACK ? 9 + seed : 150 + seed * 4 + (back % 7);
    for (let at = 0; at < clicks; at++) {
      const source = { publisher: at % 2 === 0 ? 'Steady' : 'Other', sub_publisher: `s${at % 4}` };
      const isRising = at % 25 < (isTold ? 7 : 2);
      if (isRising) add(day, at, { ...source, verdict: 'fraud', reason: 'net.datacenter' });
      else if (at % 25 < 11) add(day, at, { ...source, verdict: 'suspect', reason: 'clk.frequency' });
      else add(day, at, { ...source, verdict: 'clean', reason: '' });
    }
    add(day, 1, { publisher: 'Other', sub_publisher: 's1', verdict: 'filtered', reason: 'bot.declared' });
    if (back <= 4)
      for (let at = 0; at < 10 + seed; at++)
        add(day, at, { publisher: 'Fresh', sub_publisher: 'f1', verdict: 'clean', reason: '' });
  }
  return rows;
}
