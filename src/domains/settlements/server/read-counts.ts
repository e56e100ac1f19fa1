import type { COUNT_REJECTS } from '#domains/settlements/contract/settlement-endpoints.ts';
import { csvRows } from '#platform/server/csv-rows.ts';
import { refuse } from './refuse.ts';

export interface CountLine {
  publisher: string;
  campaign: string;
  event: string;
  units: number;
}

export interface Rejected {
  line: number;
  reason: (typeof COUNT_REJECTS)[number];
}

const NEEDED = ['publisher', 'units'] as const;
export const MOST_LINES = 20_000;
const LONGEST = 2000;
/** Whole units without a sign: nobody counts half an event, or less than none. */
const UNITS = /^\d{1,12}$/;

/** What a partner counted, line by line; what cannot be taken is told by its line. */
export function readCounts(text: string): { counts: CountLine[]; rejects: Rejected[] } {
  const [head = { cells: [] }, ...rows] = csvRows(text);
  const names = head.cells.map((name) => name.trim().toLowerCase());
  const missing = NEEDED.filter((name) => !names.includes(name));
  if (missing.length > 0) throw refuse('counts_no_columns', { columns: missing.join(', ') }, { field: 'file' });
  if (rows.length === 0) throw refuse('counts_empty', {}, { field: 'file' });
  if (rows.length > MOST_LINES) throw refuse('counts_too_long', { n: MOST_LINES }, { as: 'too_large' });
  const counts = new Map<string, CountLine>();
  const rejects: Rejected[] = [];
  for (const { cells, line } of rows) {
    const cell = (name: string): string => cells[names.indexOf(name)]?.trim() ?? '';
    const [publisher, campaign, event] = [cell('publisher'), cell('campaign'), cell('event')];
    const key = JSON.stringify([publisher, campaign, event]);
    const reason = faultOf([publisher, campaign, event], cell('units'), counts.has(key));
    if (reason === undefined) counts.set(key, { publisher, campaign, event, units: Number(cell('units')) });
    else rejects.push({ line, reason });
  }
  return { counts: [...counts.values()], rejects };
}

function faultOf(names: readonly string[], units: string, isKnown: boolean): Rejected['reason'] | undefined {
  if (names[0] === '') return 'no_publisher';
  if (names.some((name) => name.length > LONGEST || /\p{Cc}/u.test(name))) return 'unreadable';
  if (!UNITS.test(units)) return 'no_units';
  return isKnown ? 'said_twice' : undefined;
}
