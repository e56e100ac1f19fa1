import { readFile, stat } from 'node:fs/promises';
import { type FileName, type Files, readText } from '#platform/server/files/files.ts';
import {
  LIST_KINDS,
  type ListChange,
  type ListDiff,
  type ListInfo,
  type ListKind,
  type ListVersion,
} from '#traffic/lists/contract/lists.ts';
import { type ListEntry, parseList } from './parse-list.ts';
import { refuse } from './refuse.ts';

/** What is remembered about a loaded list beside its files. */
interface Loaded {
  id: string;
  kind: ListKind;
  title: string;
  /** The version in force. */
  version: number;
  /** Newest first, the one in force among them. */
  versions: readonly ListVersion[];
}

export interface ListText {
  /** Name of the list; one with the id of a shipped list replaces it. For `crawler-range` the crawler's name. */
  id: string;
  kind: ListKind;
  text: string;
  title?: string | undefined;
  source?: string | undefined;
  licence?: string | undefined;
  /** Takes a list that lost more than half of its entries: somebody has looked at it. */
  shrink?: boolean | undefined;
  now?: Date;
}

export interface LoadListInput extends Omit<ListText, 'text'> {
  /** Path of the file to read. */
  file: string;
}

export interface OperatorList {
  info: ListInfo;
  entries: ListEntry[];
}

const MIB = 1024 * 1024;
/** A list is held in memory; the widest public ones (all data centres, all relay exits) stay far below. */
export const MAX_LIST_BYTES = 64 * MIB;
const SAMPLE = 20;
const KEPT_VERSIONS = 5;
/** Below this many entries losing half of them is an everyday edit. */
const SMALL = 20;

const INDEX: FileName = 'lists/operator/index.json';
const listFile = (id: string, version: number): FileName => `lists/operator/${id}.${version}.txt`;

/** Changes whenever a list is loaded or removed; other processes watch it to know when to open the lists again. */
export async function listsVersion(files: Files): Promise<string> {
  return (await files.version(INDEX)) ?? '0';
}

/** Reads a file into a list of this installation and says what changed. Errors: `refused` with the reason. */
export async function loadList(files: Files, { file, ...list }: LoadListInput): Promise<ListChange> {
  const size = await stat(file).catch(() => null);
  if (!size?.isFile()) throw refuse('list_no_file', { file });
  if (size.size > MAX_LIST_BYTES) throw refuse('list_too_large', { most: MAX_LIST_BYTES / MIB });
  return saveList(files, { ...list, text: await readFile(file, 'utf8') });
}

/**
 * A new version of a list. What cannot be right is refused before anything is written, so that the version in force
 * stays: a text without entries, one that is mostly no entries (an error page), one that lost more than half of them.
 * The same text again makes no version. Errors: `refused` with the reason.
 */
export async function saveList(files: Files, input: ListText): Promise<ListChange> {
  if (!/^[a-z0-9][a-z0-9._-]{0,63}$/i.test(input.id)) throw refuse('list_id');
  const { entries, rejected, rejects } = parseList(input.kind, input.text);
  if (entries.length === 0) throw refuse('list_empty');
  if (rejected > entries.length)
    throw refuse('list_no_entries', {
      wrong: rejected,
      lines: rejected + entries.length,
      line: rejects[0]?.line ?? 1,
      why: { code: rejects[0]?.code ?? 'line_no_range', values: {} },
    });
  const all = await readIndex(files);
  const old = all.find((l) => l.id === input.id);
  if (old && old.kind !== input.kind) throw refuse('list_other_kind', { list: input.id, kind: old.kind });
  const before = old ? (await readEntries(files, old)).map((e) => e.label) : [];
  const labels = entries.map((e) => e.label);
  const diff = differenceOf(before, labels);
  if (!input.shrink && before.length >= SMALL && diff.removed > before.length / 2)
    throw refuse('list_shrinks', { removed: diff.removed, entries: before.length });
  const current = old?.versions.find(({ version }) => version === old.version);
  const result = (list: Loaded): ListChange => ({
    list: infoOf(list),
    version: list.version,
    ...diff,
    rejected,
    rejects,
  });
  if (old && diff.added === 0 && diff.removed === 0) return result(old);
  const version = 1 + Math.max(0, ...(old?.versions.map((each) => each.version) ?? []));
  const made: ListVersion = {
    version,
    date: (input.now ?? new Date()).toISOString().slice(0, 10),
    source: input.source ?? current?.source ?? '',
    licence: input.licence ?? current?.licence ?? '',
    bytes: Buffer.byteLength(input.text),
    entries: entries.length,
    diff,
  };
  const versions = [made, ...(old?.versions ?? [])];
  const list: Loaded = {
    id: input.id,
    kind: input.kind,
    title: input.title ?? old?.title ?? input.id,
    version,
    versions: versions.slice(0, KEPT_VERSIONS),
  };
  await files.write(listFile(list.id, version), `${labels.map(asLine).join('\n')}\n`);
  await writeIndex(files, [...all.filter((l) => l.id !== list.id), list]);
  for (const gone of versions.slice(KEPT_VERSIONS)) await files.remove(listFile(list.id, gone.version));
  return result(list);
}

function differenceOf(before: readonly string[], after: readonly string[]): ListDiff {
  const [old, fresh] = [new Set(before), new Set(after)];
  const added = after.filter((l) => !old.has(l));
  const removed = before.filter((l) => !fresh.has(l));
  return {
    added: added.length,
    removed: removed.length,
    addedSample: added.slice(0, SAMPLE),
    removedSample: removed.slice(0, SAMPLE),
  };
}

/** Puts an older version in force again; the newer ones stay. Errors: `not_found`. */
export async function rollBackList(files: Files, id: string, version: number): Promise<ListChange> {
  const all = await readIndex(files);
  const list = all.find((l) => l.id === id);
  if (!list?.versions.some((each) => each.version === version))
    throw refuse('list_no_version', { list: id, version }, { as: 'not_found' });
  const back = { ...list, version };
  const [from, to] = await Promise.all([readEntries(files, list), readEntries(files, back)]);
  const labels = (entries: readonly ListEntry[]) => entries.map((e) => e.label);
  await writeIndex(
    files,
    all.map((l) => (l.id === id ? back : l)),
  );
  return { list: infoOf(back), version, ...differenceOf(labels(from), labels(to)), rejected: 0, rejects: [] };
}

/** Forgets a loaded list with all its versions; a shipped list it stood for comes back. Errors: `not_found`. */
export async function removeList(files: Files, id: string): Promise<ListInfo> {
  const lists = await readIndex(files);
  const list = lists.find((l) => l.id === id);
  if (!list) throw refuse('list_not_loaded', { list: id }, { as: 'not_found' });
  await writeIndex(
    files,
    lists.filter((l) => l.id !== id),
  );
  for (const { version } of list.versions) await files.remove(listFile(id, version));
  return infoOf(list);
}

/** All loaded lists with their entries, as the detectors use them. */
export async function readOperatorLists(files: Files): Promise<OperatorList[]> {
  const lists = await readIndex(files);
  return Promise.all(lists.map(async (l) => ({ info: infoOf(l), entries: await readEntries(files, l) })));
}

/** Kept versions of every loaded list, newest first, by the id of the list; and which is in force. */
export async function listVersions(
  files: Files,
): Promise<{ id: string; version: number; versions: readonly ListVersion[] }[]> {
  return (await readIndex(files)).map(({ id, version, versions }) => ({ id, version, versions }));
}

async function readEntries(files: Files, { id, kind, version }: Loaded): Promise<ListEntry[]> {
  const text = await readText(files, listFile(id, version));
  if (text === undefined) throw new Error(`Version ${version} of the list ${id} is not there`);
  return parseList(kind, text).entries;
}

/** Stored in the form `parseList` reads: ranges are written with a comma again, networks with one before the name. */
const asLine = (label: string): string => {
  if (/^AS\d+ /.test(label)) return label.replace(' ', ',');
  return /^[\da-f.:]+-[\da-f.:]+$/i.test(label) ? label.replace('-', ',') : label;
};

async function readIndex(files: Files): Promise<Loaded[]> {
  const lists: (Loaded | FirstForm)[] = JSON.parse((await readText(files, INDEX)) ?? '[]');
  return Promise.all(lists.map((list) => ('versions' in list ? list : upgrade(files, list))));
}

/** How lists were remembered before they had versions. */
interface FirstForm extends Omit<ListVersion, 'version' | 'diff'> {
  id: string;
  kind: ListKind;
  title: string;
}

/** Its only file becomes the first version; doing it again finds nothing to move. */
async function upgrade(files: Files, { id, kind, title, ...rest }: FirstForm): Promise<Loaded> {
  const first: FileName = `lists/operator/${id}.txt`;
  const text = await readText(files, first);
  if (text !== undefined) {
    await files.write(listFile(id, 1), text);
    await files.remove(first);
  }
  const diff = { added: rest.entries, removed: 0, addedSample: [], removedSample: [] };
  return { id, kind, title, version: 1, versions: [{ version: 1, ...rest, diff }] };
}

async function writeIndex(files: Files, lists: readonly Loaded[]): Promise<void> {
  await files.write(INDEX, `${JSON.stringify(lists, null, 2)}\n`);
}

function infoOf({ id, kind, title, version, versions }: Loaded): ListInfo {
  const current = versions.find((each) => each.version === version);
  return {
    id,
    kind,
    title,
    purpose: LIST_KINDS[kind],
    attribution: '',
    origin: 'operator',
    blind: false,
    source: current?.source ?? '',
    licence: current?.licence ?? '',
    date: current?.date ?? '',
    bytes: current?.bytes ?? 0,
    entries: current?.entries ?? 0,
  };
}
