import { kindNamed } from '#traffic/collector/contract/ingest.ts';
import { ADJUST } from '#traffic/intake/server/formats/adjust.ts';
import { ANY_TABLE } from '#traffic/intake/server/formats/any-table.ts';
import { APPSFLYER } from '#traffic/intake/server/formats/appsflyer.ts';
import { columnKeys, type FormatTable } from '#traffic/intake/server/formats/format.ts';
import { guessMapping, type Sample } from '#traffic/intake/server/mapping/guess-mapping.ts';
import { flattenJson } from '#traffic/intake/server/scan/json-lines.ts';
import { isUnfilled } from '../unfilled.ts';
import { byMapping, isObject, noEvent, sentEvent } from './event-of.ts';
import type { Messages, Protocol, ProtocolRequest } from './protocol.ts';
import { BRANCH, KOCHAVA, SINGULAR } from './trackers.ts';

const KEY = 'write_key';

/**
 * Callbacks whose fields are the columns of files we import: read by the mapping the import would make of the same
 * record, and known by all they say, as the records of files are. `unlike` are fields that differ when one is sent again.
 */
const asImported = (table: FormatTable, unlike: readonly string[] = []): Protocol =>
  callback((message, platform, now) => {
    if (!isObject(message)) return noEvent(message, platform);
    const flat = flattenJson(message);
    // Callbacks leave out what is empty, and files of the same tracker have a column for it.
    const there = new Set(columnKeys([...flat.keys()], table.aliases));
    for (const column of table.usualOrder ?? []) if (!there.has(column)) flat.set(column, '');
    const values = [...flat.values()];
    const sample: Sample = { fileName: '', reading: READING, names: [...flat.keys()], records: [values] };
    const { mapping, columns } = guessMapping(sample, 'UTC', table);
    const record = new Map(values.map((value, index) => [columns[index] ?? '', value]));
    return sentEvent({ id: [], unlike, keeps: /./ }, record, mapping, now);
  });

/** Whoever sets an address up for clicks alone says so in it. */
const callback = (event: Protocol['event']): Protocol => ({
  keys: [{ in: 'query', name: KEY }, { in: 'bearer' }, { in: 'basic' }],
  messages: messagesOf,
  event: (message, platform, now) => {
    const named = isObject(message) && 'kind' in message ? kindNamed(String(message.kind), platform) : undefined;
    if (!named) return event(message, platform, now);
    const { kind: _, ...rest } = { kind: '', ...(isObject(message) ? message : {}) };
    return { ...event(rest, platform, now), kind: named };
  },
});

const READING: Sample['reading'] = { shape: 'ndjson', encoding: 'utf-8', delimiter: ',', header: true };

/** By the name in the address. */
export const CALLBACKS: Readonly<Record<string, Protocol>> = {
  /** https://support.appsflyer.com/hc/en-us/articles/207034356 */
  appsflyer: asImported(APPSFLYER),
  /** https://help.adjust.com/en/article/server-callbacks */
  adjust: asImported(ADJUST, ['nonce', 'random']),
  branch: callback(byMapping(BRANCH)),
  singular: callback(byMapping(SINGULAR)),
  kochava: callback(byMapping(KOCHAVA)),
  table: asImported(ANY_TABLE),
};

/** One is a flaw of an event, which its sender is told of; where there is nothing else the address was only pasted somewhere. */
const saysSomething = (fields: object): boolean =>
  Object.entries(fields).some(
    ([name, value]) => name !== 'kind' && (typeof value !== 'string' || (value !== '' && !isUnfilled(value))),
  );

/** Fields of the address are those of all messages of the body. */
function messagesOf({ query, body }: ProtocolRequest): Messages {
  const { [KEY]: _, ...asked } = query;
  const sent = Array.isArray(body) ? body : body === undefined ? [] : [body];
  if (sent.length === 0) return { messages: saysSomething(asked) ? [asked] : [] };
  const together = sent.map((message) => (isObject(message) ? { ...asked, ...message } : message));
  return { messages: together.filter((message) => !isObject(message) || saysSomething(message)) };
}
