import { EVENT_KINDS, RAW_COLUMNS } from '#traffic/event/contract/event.ts';
import type { ImportMapping } from '#traffic/intake/contract/import-mapping.ts';
import { TARGETS } from '#traffic/intake/server/mapping/targets.ts';
import { LATE_KEYS } from '#traffic/intake/server/scan/json-lines.ts';

const FIELDS = ['ts', ...Object.keys(RAW_COLUMNS)];

/** Columns of the file a load writes, in their order; the last holds what senders say beside ours. */
export const LIVE_COLUMNS: readonly string[] = ['event_id', 'kind', 'received_at', ...FIELDS, LATE_KEYS];

/** How that file is read: every column is what its name says. */
export const LIVE_MAPPING: ImportMapping = {
  format: 'live',
  source: 'live',
  report: 'events',
  reading: { shape: 'csv', encoding: 'utf-8', delimiter: ',', header: true },
  kind: { rules: EVENT_KINDS.map((kind) => ({ column: 'kind', values: [kind], kind })), otherwise: null },
  fields: Object.fromEntries(
    FIELDS.map((name) => [name, { from: [name], ...(TARGETS[name] === 'time' ? { time: 'iso' as const } : {}) }]),
  ),
  timeZone: 'UTC',
  decimalMark: '.',
  currency: '',
};
