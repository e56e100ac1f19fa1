import type { Row } from '#platform/contract/condition-predicate.ts';
import type { Enricher } from '#traffic/enrich/server/enrich.ts';
import { enrichEvent } from '#traffic/enrich/server/enrich-event.ts';
import { type EventKind, RAW_COLUMNS } from '#traffic/event/contract/event.ts';
import { COUNTRY_CODES } from '#traffic/intake/server/mapping/countries.ts';
import { TARGETS, type ValueType } from '#traffic/intake/server/mapping/targets.ts';
import type { LiveEvent } from '../read-event.ts';
import { NOTHING } from '../read-value.ts';

/** An event as it would stand in the table, with the facts it gives by itself. */
export interface EventRow extends Row {
  kind: EventKind;
  ts: Date;
  publisher: string;
  sub_publisher: string;
  revenue: number;
  impression_to_click_seconds: number | null;
}

const TRUE: ReadonlySet<string> = new Set(['true', '1', 'yes']);
const AMOUNT_DECIMALS = 6;

/** What the text of a field is in its column; what an event does not say is what an import stores for it. */
const VALUES: Partial<Record<ValueType, (text: string) => unknown>> = {
  time: (text) => (text === '' ? null : new Date(text)),
  money: amount,
  cost: amount,
  status: Number,
  count: (text) => (text === '' ? null : Number(text)),
  country: (text) => COUNTRY_CODES[text.toLowerCase()] ?? '',
  currency: (text) => text.toUpperCase(),
  flag: (text) => (text === '' ? '' : String(TRUE.has(text.toLowerCase()))),
  id: (text) => (NOTHING.has(text) ? '' : text),
};

/** The column has six decimals and drops what is beyond. */
function amount(text: string): number {
  const dot = text.indexOf('.');
  return Number(dot < 0 ? text : text.slice(0, dot + 1 + AMOUNT_DECIMALS));
}

const readers = new Map(Object.keys(RAW_COLUMNS).map((name) => [name, VALUES[TARGETS[name] ?? 'text']]));

/** What an import stores for a column that an event does not say: most columns of most events, which stand here once. */
const UNSAID: object = Object.fromEntries([...readers].map(([name, read]) => [name, read ? read('') : '']));

/** The same facts an import finds for the same event; those about other events and its source are not among them. */
export function eventRow(enricher: Enricher, kind: EventKind, { fields }: LiveEvent): EventRow {
  const row = Object.create(UNSAID);
  for (const name in fields) if (readers.has(name)) row[name] = read(name, fields[name] ?? '');
  row.kind = kind;
  row.ts = new Date(fields['ts'] ?? '');
  const facts = enrichEvent(enricher, row);
  return Object.assign(row, facts, fields['user_agent'] === undefined && { ua_class: '' }, {
    publisher: fields['publisher'] ?? '',
    sub_publisher: fields['sub_publisher'] ?? '',
    revenue: amount(fields['revenue'] ?? ''),
    impression_to_click_seconds:
      typeof facts.impression_to_click_seconds === 'number' ? facts.impression_to_click_seconds : null,
  });
}

function read(name: string, text: string): unknown {
  const reader = readers.get(name);
  return reader ? reader(text) : text;
}
