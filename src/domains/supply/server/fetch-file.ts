import { and, asc, eq, gt, isNull, ne, or } from 'drizzle-orm';
import { getDomain } from 'tldts';
import type { Scope } from '#platform/server/access/scope.ts';
import { AnswerTooLong, OutboundRefused } from '#platform/server/http/outbound.ts';
import { PATH_OF } from '../contract/supply-file.ts';
import { leftOverFiles, putInForce } from './in-force.ts';
import { changedSupply } from './own-supply.ts';
import { isEmpty, type Parsed } from './parsed.ts';
import type { FetchParts } from './parts.ts';
import { type StoredFile, supplyFile, supplyVersion } from './tables.ts';
import { nextRevision, parsedOf, type Taken, takeVersion } from './take-version.ts';

export const MOST_BYTES = 16 * 1024 * 1024;
const FETCH_MS = 30_000;
const MOST_REDIRECTS = 5;
/** So many are asked for at once; they are read and compared one after the other. */
const AT_ONCE = 4;
const REDIRECTS = [301, 302, 303, 307, 308];
/** Nothing lies there. Whatever else is wrong with an answer says nothing of the file. */
const NOT_THERE = [404, 410];

interface Missed {
  state: 'missing' | 'unreachable';
  problem: string;
}
type Fetched = { text: string } | Missed;

/**
 * A file as its domain hands it out. Redirects are followed within the root domain, and once out of it; where that leads
 * on, nobody is answered for (ads.txt 1.1, section 3.1; sellers.json 1.0 says the same).
 */
export async function fetchFile(
  { outbound }: Pick<FetchParts, 'outbound'>,
  { kind, domain }: Pick<StoredFile, 'kind' | 'domain'>,
): Promise<Fetched> {
  const rootOf = (host: string) => getDomain(host) ?? host;
  let address = `https://${domain}${PATH_OF[kind]}`;
  let isOutside = false;
  for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
    let answer: Awaited<ReturnType<FetchParts['outbound']['getText']>>;
    try {
      answer = await outbound.getText(address, MOST_BYTES, FETCH_MS);
    } catch (error) {
      return { state: 'unreachable', problem: problemOf(error) };
    }
    const { status, body, location } = answer;
    if (status === 200) return { text: body };
    if (!REDIRECTS.includes(status) || location === undefined)
      return { state: NOT_THERE.includes(status) ? 'missing' : 'unreachable', problem: `HTTP ${status}` };
    if (isOutside || !URL.canParse(location, address)) break;
    const next = new URL(location, address);
    isOutside = rootOf(next.hostname) !== rootOf(domain);
    address = next.href;
  }
  return { state: 'unreachable', problem: 'redirects' };
}

const problemOf = (error: unknown): string => {
  if (error instanceof AnswerTooLong) return 'too_long';
  if (error instanceof OutboundRefused) return 'refused';
  if (!(error instanceof Error)) return 'failed';
  // What ends a call that takes too long has a number for a code.
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'timeout';
  return 'code' in error ? String(error.code) : 'failed';
};

/**
 * Fetches the watched files of a package and puts what changed in force; also what an earlier process has left half
 * done. What goes wrong with one file is told when the others are done.
 */
export async function fetchFiles(
  scope: Scope,
  parts: FetchParts,
  packageName: string,
  signal: AbortSignal,
): Promise<void> {
  const { db } = parts.database;
  changedSupply(scope, packageName);
  const isUnfinished = ne(supplyFile.compared, supplyFile.revision);
  const files = await db
    .select()
    .from(supplyFile)
    .where(and(eq(supplyFile.packageName, packageName), or(eq(supplyFile.watched, true), isUnfinished)))
    .orderBy(asc(supplyFile.id));
  const failures: unknown[] = [];
  const each = async (work: () => Promise<void>): Promise<void> => {
    if (!signal.aborted) await work().catch((error: unknown) => failures.push(error));
  };
  for (const gone of await leftOverFiles(scope, parts, packageName)) await each(() => putInForce(scope, parts, gone));
  for (let start = 0; start < files.length && !signal.aborted; start += AT_ONCE) {
    const some = files.slice(start, start + AT_ONCE);
    const found = await Promise.all(some.map((file) => (file.watched ? fetchFile(parts, file) : undefined)));
    for (const [index, file] of some.entries()) await each(() => looked(scope, parts, file, found[index]));
  }
  if (failures.length > 0) throw failures[0];
}

async function looked(scope: Scope, parts: FetchParts, file: StoredFile, found: Fetched | undefined): Promise<void> {
  if (found && 'text' in found) return took(scope, parts, file, found.text);
  if (found) await missed(scope, parts, file, found);
  const [now] = await parts.database.db.select().from(supplyFile).where(eq(supplyFile.id, file.id));
  if (now && now.compared !== now.revision) await putInForce(scope, parts, file);
}

async function took(scope: Scope, parts: FetchParts, file: StoredFile, text: string): Promise<void> {
  let taken: Taken | undefined;
  try {
    const read = () => aFile(file, parsedOf(file, text));
    taken = await takeVersion(scope, parts, file, { text, read, origin: 'fetch', from: parts.now() });
  } catch (error) {
    if (!(error instanceof NoFile)) throw error;
    // It might mean that nobody may sell, and might be a fault: a person has to look.
    if (error.message === 'empty' && file.problem !== 'empty')
      await tell(parts, file, { what: 'Empty', cause: `empty ${file.revision}`, numbers: {} });
    return looked(scope, parts, file, { state: 'unreachable', problem: error.message });
  }
  if (!taken) return;
  if (taken.isNews) {
    const { id, says, addedCount: added, removedCount: removed } = taken.version;
    const what = says === 'nobody' ? 'Nobody may sell' : 'Changed';
    await tell(parts, file, { what, cause: `version ${id}`, numbers: { added, removed } });
  }
  await putInForce(scope, parts, file, taken.onlySeen);
}

class NoFile extends Error {}

/**
 * An answer may be no file: a page, or nothing that is a record, a variable, or the placeholder by which a site authorises
 * nobody. An empty file says nothing since 2020 (ads.txt 1.1, section 3.2.1).
 */
function aFile(file: StoredFile, parsed: Parsed): Parsed {
  if (parsed.says !== 'nothing') return parsed;
  const [fault] = parsed.faults;
  if (fault?.code === 'too_many') throw new NoFile('too_many');
  if (fault && ['not_text', 'not_json', 'no_sellers'].includes(fault.code)) throw new NoFile('page');
  if (isEmpty(file, parsed)) throw new NoFile('empty');
  return parsed;
}

/**
 * Of a site without its file nothing is known from now on. What was not reached, or came with another fault, holds until
 * it is too old; so does the sellers.json of an exchange also when it is gone, as its standard says.
 */
async function missed(scope: Scope, parts: FetchParts, file: StoredFile, found: Missed): Promise<void> {
  changedSupply(scope, file.packageName);
  const now = parts.now();
  const isGone = found.state === 'missing' && file.kind !== 'sellers';
  await parts.database.db.transaction(async (tx) => {
    const ended = isGone
      ? await tx
          .update(supplyVersion)
          .set({ validUntil: now })
          .where(
            and(
              eq(supplyVersion.fileId, file.id),
              eq(supplyVersion.origin, 'fetch'),
              or(isNull(supplyVersion.validUntil), gt(supplyVersion.validUntil, now)),
            ),
          )
          .returning({ id: supplyVersion.id })
      : [];
    await tx
      .update(supplyFile)
      .set({ ...found, checkedAt: now, ...(ended.length > 0 ? { changedAt: now, revision: nextRevision(now) } : {}) })
      .where(eq(supplyFile.id, file.id));
  });
}

interface News {
  what: 'Changed' | 'Nobody may sell' | 'Empty';
  cause: string;
  numbers: Record<string, number>;
}

async function tell(
  { openIncident, now }: FetchParts,
  file: StoredFile,
  { what, cause, numbers }: News,
): Promise<void> {
  const name = `${file.domain}${PATH_OF[file.kind]}`;
  await openIncident({
    package_name: file.packageName,
    source: 'infringement',
    key: `supply ${name} ${cause}`,
    title: `${what}: ${name}`.slice(0, 300),
    category: 'Supply',
    sub_category: `${what} ${PATH_OF[file.kind].slice(1)}`,
    url: `https://${name}`,
    evidence: { numbers },
    happened_at: now(),
  });
}
