import { and, asc, eq, gt, isNull, or } from 'drizzle-orm';
import { getDomain } from 'tldts';
import type { Scope } from '#platform/server/access/scope.ts';
import { AnswerTooLong, OutboundRefused } from '#platform/server/http/outbound.ts';
import { PATH_OF } from '../contract/supply-file.ts';
import { putInForce } from './in-force.ts';
import { changedSupply } from './own-supply.ts';
import type { FetchParts } from './parts.ts';
import { type StoredFile, supplyFile, supplyVersion } from './tables.ts';
import { parsedOf, type Taken, takeVersion } from './take-version.ts';

export const MOST_BYTES = 8 * 1024 * 1024;
const FETCH_MS = 15_000;
const MOST_REDIRECTS = 5;

type Fetched = { text: string } | { state: 'missing' | 'unreachable'; problem: string };

/**
 * A file as its domain hands it out. Redirects are followed within the domain; to another one once, as ads.txt 1.1
 * (section 3.1) allows, so that nobody is answered for by a third.
 */
export async function fetchFile(
  { outbound }: Pick<FetchParts, 'outbound'>,
  { kind, domain }: StoredFile,
): Promise<Fetched> {
  let address = `https://${domain}${PATH_OF[kind]}`;
  let root = getDomain(domain) ?? domain;
  let foreign = 0;
  for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
    let answer: Awaited<ReturnType<FetchParts['outbound']['getText']>>;
    try {
      answer = await outbound.getText(address, MOST_BYTES, FETCH_MS);
    } catch (error) {
      return { state: 'unreachable', problem: problemOf(error) };
    }
    const { status, body, location } = answer;
    if (status === 200) return { text: body };
    if (status >= 300 && status < 400 && location !== undefined) {
      if (!URL.canParse(location, address)) return { state: 'unreachable', problem: 'redirects' };
      const next = new URL(location, address);
      const reached = getDomain(next.hostname) ?? next.hostname;
      if (reached !== root && ++foreign > 1) return { state: 'missing', problem: 'redirects' };
      root = reached;
      address = next.href;
      continue;
    }
    return { state: status >= 400 && status < 500 ? 'missing' : 'unreachable', problem: `HTTP ${status}` };
  }
  return { state: 'missing', problem: 'redirects' };
}

const problemOf = (error: unknown): string => {
  if (error instanceof AnswerTooLong) return 'too_long';
  if (error instanceof OutboundRefused) return 'refused';
  return error instanceof Error && 'code' in error ? String(error.code) : 'failed';
};

/** Fetches the watched files of a package one after the other, and puts what changed in force. */
export async function fetchFiles(
  scope: Scope,
  parts: FetchParts,
  packageName: string,
  signal: AbortSignal,
): Promise<void> {
  const { db } = parts.database;
  changedSupply(scope, packageName);
  const files = await db
    .select()
    .from(supplyFile)
    .where(and(eq(supplyFile.packageName, packageName), eq(supplyFile.watched, true)))
    .orderBy(asc(supplyFile.id));
  for (const file of files) {
    if (signal.aborted) return;
    const found = await fetchFile(parts, file);
    if ('text' in found) await took(scope, parts, file, found.text);
    else await missed(scope, parts, file, found);
  }
}

async function took(scope: Scope, parts: FetchParts, file: StoredFile, text: string): Promise<void> {
  const parsed = parsedOf(file, text);
  // A page instead of a file is how sites say that there is none.
  if (parsed.says === 'nothing' && parsed.faults.some(({ code }) => code === 'not_text' || code === 'not_json'))
    return missed(scope, parts, file, { state: 'missing', problem: 'page' });
  const taken = await takeVersion(scope, parts, file, { text, parsed, origin: 'fetch', from: parts.now() });
  // Also of one that did not change: a process that ended between the version and its records is made up for.
  await putInForce(scope, parts, file);
  if (taken.changed && !taken.isFirst) await tell(parts, file, taken);
}

/** Of a file that is gone nothing is known from now on; one that nobody handed out now holds until it is too old. */
async function missed(
  scope: Scope,
  parts: FetchParts,
  file: StoredFile,
  found: { state: 'missing' | 'unreachable'; problem: string },
): Promise<void> {
  const { db } = parts.database;
  const now = parts.now();
  const became = found.state !== file.state && found.state === 'missing' && file.state === 'current';
  await db
    .update(supplyFile)
    .set({ ...found, checkedAt: now, ...(became ? { changedAt: now } : {}) })
    .where(eq(supplyFile.id, file.id));
  if (!became) return;
  await db
    .update(supplyVersion)
    .set({ validUntil: now })
    .where(
      and(
        eq(supplyVersion.fileId, file.id),
        eq(supplyVersion.origin, 'fetch'),
        or(isNull(supplyVersion.validUntil), gt(supplyVersion.validUntil, now)),
      ),
    );
  await putInForce(scope, parts, file);
}

async function tell({ openIncident, now }: FetchParts, file: StoredFile, { version }: Taken): Promise<void> {
  const name = `${file.domain}${PATH_OF[file.kind]}`;
  await openIncident({
    package_name: file.packageName,
    source: 'infringement',
    key: `supply ${name} ${version.hash}`,
    title: `Changed: ${name}`.slice(0, 300),
    category: 'Supply',
    sub_category: `Changed ${PATH_OF[file.kind].slice(1)}`,
    url: `https://${name}`,
    evidence: { numbers: { added: version.added.length, removed: version.removed.length } },
    happened_at: now(),
  });
}
