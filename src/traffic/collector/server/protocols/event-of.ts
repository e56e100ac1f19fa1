import { createHash } from 'node:crypto';
import type { EventKind } from '#traffic/event/contract/event.ts';
import { columnOfKey } from '#traffic/intake/contract/column-part.ts';
import { normaliseHeader } from '#traffic/intake/server/formats/format.ts';
import { TARGETS } from '#traffic/intake/server/mapping/targets.ts';
import { flattenJson } from '#traffic/intake/server/scan/json-lines.ts';
import type { SentEvent } from '../taker.ts';
import { EVENT, type KindOf, type MessageMapping, type Platform, type Protocol } from './protocol.ts';
import { type FlatRecord, type RecordMapping, readRecord } from './read-record.ts';

/** Spellings of names that came before: senders use a few dozen, and anybody may invent others. */
const spellings = new Map<string, string>();
const MOST_SPELLINGS = 10_000;

function spelled(name: string): string {
  const known = spellings.get(name);
  if (known !== undefined) return known;
  if (spellings.size >= MOST_SPELLINGS) spellings.clear();
  const plain = normaliseHeader(name);
  spellings.set(name, plain);
  return plain;
}

/** A message as the line of a file: nested objects become paths, and every column has one spelling; the first counts. */
function recordOf(message: object): FlatRecord {
  const record = new Map<string, string>();
  for (const [name, value] of flattenJson(message)) {
    const key = spelled(name);
    if (!record.has(key)) record.set(key, value);
  }
  return record;
}

/** Events of messages whose columns are always the same. */
export function byMapping(mapping: MessageMapping): Protocol['event'] {
  const asImports = { web: asImport(mapping, 'web'), app: asImport(mapping, 'app') };
  return (message, platform, now) =>
    isObject(message) ? sentEvent(mapping, recordOf(message), asImports[platform], now) : noEvent(message, platform);
}

export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is no object is no event; the letter it becomes says so. */
export const noEvent = (message: unknown, platform: Platform): SentEvent => ({
  kind: kindFor(EVENT, platform),
  event: message,
});

export function sentEvent(
  mapping: Pick<MessageMapping, 'id' | 'unlike' | 'fromRequest' | 'sentAt' | 'keeps'>,
  record: FlatRecord,
  asRead: RecordMapping,
  now: Date,
): SentEvent {
  const { kind, fields, extra } = readRecord(asRead, record, now);
  const { keeps, fromRequest, sentAt } = mapping;
  const kept = Object.entries(extra).filter(([name]) => keeps?.test(name));
  return {
    kind,
    isEmpty: !saysAnything(asRead, record),
    event: {
      event_id: idOf(mapping, record),
      ...fields,
      ...(sentAt !== undefined && record.has(sentAt) ? { sent_at: record.get(sentAt) } : {}),
      ...(fromRequest?.values.includes(record.get(fromRequest.column) ?? '') ? { from_request: true } : {}),
      ...(kept.length > 0 ? { extra: Object.fromEntries(kept) } : {}),
    },
  };
}

/** Whether any column is filled that the mapping looks at, be it for a field or for the kind. */
function saysAnything({ kind, fields }: RecordMapping, record: FlatRecord): boolean {
  const isFilled = (key: string): boolean => (record.get(columnOfKey(key)) ?? '').trim() !== '';
  return (
    kind.rules.some(({ column }) => isFilled(column)) || Object.values(fields).some(({ from }) => from.some(isFilled))
  );
}

const kindFor = (kind: KindOf, platform: Platform): EventKind => (typeof kind === 'string' ? kind : kind[platform]);

/** The mapping as the import has mappings. */
function asImport({ kindRules, otherwise, fields, time }: MessageMapping, platform: Platform): RecordMapping {
  return {
    kind: {
      rules: kindRules.map(({ column, values, kind }) => ({
        column,
        values: [...values],
        kind: kindFor(kind, platform),
      })),
      otherwise: otherwise && kindFor(otherwise, platform),
    },
    fields: Object.fromEntries(
      Object.entries(fields).map(([target, field]) => [
        target,
        TARGETS[target] === 'time' ? { ...field, time: field.time ?? time } : field,
      ]),
    ),
    timeZone: 'UTC',
    decimalMark: '.',
    currency: '',
  };
}

/** The id of the sender; else one made of all it says, which is the same when it says it again. */
function idOf({ id, unlike = [] }: Pick<MessageMapping, 'id' | 'unlike'>, record: FlatRecord): string {
  const own = id.map((key) => record.get(key) ?? '');
  if (own.length > 0 && own.every((part) => part !== '')) return own.join(' ');
  if (id.length > 0) return '';
  const all = [...record]
    .filter(([key, value]) => value !== '' && !unlike.includes(key))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(all)).digest('base64url');
}
