import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { appError } from '#platform/server/http/app-error.ts';
import { LIST_KINDS, type ListChange, type ListInfo, type ListKind } from '#traffic/contract/lists.ts';
import { type ListEntry, parseList } from './parse-list.ts';

/** What is remembered about a loaded list beside its file. */
interface Loaded {
  id: string;
  kind: ListKind;
  title: string;
  source: string;
  licence: string;
  date: string;
  bytes: number;
  entries: number;
}

export interface LoadListInput {
  /** Name of the list; one with the id of a shipped list replaces it. For `crawler-range` the crawler's name. */
  id: string;
  kind: ListKind;
  /** Path of the file to read. */
  file: string;
  title?: string;
  source?: string;
  licence?: string;
  now?: Date;
}

export interface OperatorList {
  info: ListInfo;
  entries: ListEntry[];
}

/** A list is held in memory; the widest public ones (all data centres, all relay exits) stay far below. */
const MAX_BYTES = 64 * 1024 * 1024;
const SAMPLE = 20;

const directory = (folder: string): string => join(folder, 'operator');
const indexFile = (folder: string): string => join(directory(folder), 'index.json');
const listFile = (folder: string, id: string): string => join(directory(folder), `${id}.txt`);

/** Changes whenever a list is loaded or removed; other processes watch it to know when to open the lists again. */
export async function listsVersion(folder: string): Promise<string> {
  const info = await stat(indexFile(folder)).catch(() => null);
  return info ? String(info.mtimeMs) : '0';
}

/** Reads a file into a list of this installation and says what changed. Errors: `refused` with the reason. */
export async function loadList(folder: string, input: LoadListInput): Promise<ListChange> {
  if (!/^[a-z0-9][a-z0-9._-]{0,63}$/i.test(input.id))
    throw appError('refused', { message: 'The id of a list is made of letters, digits, dot, dash and underscore' });
  const size = await stat(input.file).catch(() => null);
  if (!size?.isFile()) throw appError('refused', { message: `There is no file ${input.file}` });
  if (size.size > MAX_BYTES) throw appError('refused', { message: 'A list file may have 64 MB' });
  const text = await readFile(input.file, 'utf8');
  const parsed = parseList(input.kind, text);
  if (parsed.entries.length === 0)
    throw appError('refused', { message: 'The file has no usable entry, so the list stays as it was' });

  const before = await readIndex(folder);
  const old = before.find((l) => l.id === input.id);
  const oldLabels = new Set(old ? (await readEntries(folder, old)).map((e) => e.label) : []);
  const newLabels = new Set(parsed.entries.map((e) => e.label));
  const loaded: Loaded = {
    id: input.id,
    kind: input.kind,
    title: input.title ?? old?.title ?? input.id,
    source: input.source ?? old?.source ?? 'loaded by the operator',
    licence: input.licence ?? old?.licence ?? 'not stated',
    date: (input.now ?? new Date()).toISOString().slice(0, 10),
    bytes: size.size,
    entries: parsed.entries.length,
  };
  await mkdir(directory(folder), { recursive: true });
  await replaceFile(listFile(folder, input.id), `${[...newLabels].map(asLine).join('\n')}\n`);
  await writeIndex(folder, [...before.filter((l) => l.id !== input.id), loaded]);

  const added = [...newLabels].filter((l) => !oldLabels.has(l));
  const removed = [...oldLabels].filter((l) => !newLabels.has(l));
  return {
    list: infoOf(loaded),
    added: added.length,
    removed: removed.length,
    addedSample: added.slice(0, SAMPLE),
    removedSample: removed.slice(0, SAMPLE),
    rejected: parsed.rejected,
    rejects: parsed.rejects,
  };
}

/** Forgets a loaded list; a shipped list it stood for comes back. Errors: `not_found`. */
export async function removeList(folder: string, id: string): Promise<ListInfo> {
  const lists = await readIndex(folder);
  const list = lists.find((l) => l.id === id);
  if (!list) throw appError('not_found', { message: `No list ${id} was loaded` });
  await writeIndex(
    folder,
    lists.filter((l) => l.id !== id),
  );
  await rm(listFile(folder, id), { force: true });
  return infoOf(list);
}

/** All loaded lists with their entries, as the detectors use them. */
export async function readOperatorLists(folder: string): Promise<OperatorList[]> {
  const lists = await readIndex(folder);
  return Promise.all(lists.map(async (l) => ({ info: infoOf(l), entries: await readEntries(folder, l) })));
}

const readEntries = async (folder: string, list: Loaded): Promise<ListEntry[]> =>
  parseList(list.kind, await readFile(listFile(folder, list.id), 'utf8')).entries;

/** Stored in the form `parseList` reads: ranges are written with a comma again, networks with one before the name. */
const asLine = (label: string): string => {
  if (/^AS\d+ /.test(label)) return label.replace(' ', ',');
  return /^[\da-f.:]+-[\da-f.:]+$/i.test(label) ? label.replace('-', ',') : label;
};

async function readIndex(folder: string): Promise<Loaded[]> {
  const text = await readFile(indexFile(folder), 'utf8').catch(() => '[]');
  return JSON.parse(text);
}

const writeIndex = async (folder: string, lists: Loaded[]): Promise<void> =>
  replaceFile(indexFile(folder), `${JSON.stringify(lists, null, 2)}\n`);

/** A crash leaves the old file or the new one, never half of one. */
async function replaceFile(path: string, text: string): Promise<void> {
  await writeFile(`${path}.tmp`, text);
  await rename(`${path}.tmp`, path);
}

const infoOf = (list: Loaded): ListInfo => ({
  ...list,
  purpose: LIST_KINDS[list.kind],
  attribution: '',
  origin: 'operator',
  blind: false,
});
