import { and, eq, getTableColumns } from 'drizzle-orm';
import type { Scope } from '#platform/server/access/scope.ts';
import { requirePackage } from '#platform/server/access/scope.ts';
import { sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import { LINK_INPUT } from '#traffic/judge/server/facts/link-facts.ts';
import { recompute } from '#traffic/judge/server/recompute.ts';
import type { SupplyParts } from './parts.ts';
import { type StoredFile, type StoredVersion, supplyFile, supplyVersion } from './tables.ts';

const FOREVER = new Date('2100-01-01T00:00:00Z');
const BATCH = 10_000;
/** Beyond every revision: no file comes back under the number of one that is gone. */
const GONE = Number.MAX_SAFE_INTEGER;

/** What is asked of a file, also of one that is kept no longer. */
export type Kept = Pick<StoredFile, 'id' | 'packageName' | 'kind' | 'domain' | 'apps'>;
/** A version without what fills it. */
type Span = Pick<StoredVersion, 'id' | 'says' | 'validFrom' | 'validUntil' | 'variables' | 'recorded'>;

/** Each version holds until the next one begins, one that was fetched only as long as it was seen lately. */
export function spansOf<S extends Pick<Span, 'id' | 'validFrom' | 'validUntil'>>(
  versions: readonly S[],
): (S & { until: Date })[] {
  const sorted = [...versions].sort((a, b) => a.validFrom.getTime() - b.validFrom.getTime() || a.id - b.id);
  return sorted.map((version, index) => {
    const ends = [version.validUntil ?? FOREVER, sorted[index + 1]?.validFrom ?? FOREVER];
    return { ...version, until: new Date(Math.min(...ends.map((end) => end.getTime()))) };
  });
}

/** Names in traffic that a file speaks for. */
export const namesOf = ({ kind, domain, apps }: Omit<Kept, 'id' | 'packageName'>): string[] =>
  kind === 'app-ads' ? apps.map((app) => app.toLowerCase()) : [domain];

/** Other names a version speaks of: subdomains with a file of their own, and partners whose ads.txt may sell here too. */
function otherNames({ kind, ...file }: Kept, { variables }: Span): { name: string; says: string }[] {
  const known = new Set(namesOf({ kind, ...file }));
  const of = (variable: string, says: string) =>
    variables
      .filter(({ name }) => name === variable)
      .map(({ value }) => ({ name: value.toLowerCase().replace(/^www\./, ''), says }));
  return [
    ...(kind === 'ads' ? of('SUBDOMAIN', 'elsewhere') : []),
    ...(kind === 'sellers' ? [] : of('INVENTORYPARTNERDOMAIN', 'partner')),
  ].filter(({ name }) => name !== '' && !known.has(name) && known.add(name));
}

/**
 * Brings what events are compared with to what is stored, and makes the facts of the events it speaks of anew. Doing it
 * again, also after it was broken off anywhere, ends the same, and so do two at once: each writes under the revision it
 * read, and goes round again when that is no longer the newest. Of a file that is kept no longer nothing is in force.
 *
 * `onlySeen` is the revision in which nothing but the end of the last version moved on, later than any event there is: then no
 * event is compared anew.
 */
export async function putInForce(scope: Scope, parts: SupplyParts, file: Kept, onlySeen?: number): Promise<void> {
  requirePackage(scope, file.packageName);
  const { db } = parts.database;
  for (;;) {
    const [stored] = await db
      .select({ revision: supplyFile.revision })
      .from(supplyFile)
      .where(and(eq(supplyFile.id, file.id), eq(supplyFile.packageName, file.packageName)));
    if (!stored) {
      await endSpans(parts, file);
      return compareAgain(parts, file);
    }
    const { records: _, faults: _f, added: _a, removed: _r, ...columns } = getTableColumns(supplyVersion);
    const versions = await db.select(columns).from(supplyVersion).where(eq(supplyVersion.fileId, file.id));
    for (const version of versions) if (!version.recorded) await bringRecords(parts, file, version.id);
    const isSeen = stored.revision === onlySeen;
    const spans = spansOf(versions);
    await bringSpans(parts, file, isSeen ? spans.slice(-1) : spans, stored.revision);
    if (!isSeen) await compareAgain(parts, file);
    const whole = await db
      .update(supplyFile)
      .set({ compared: stored.revision })
      .where(and(eq(supplyFile.id, file.id), eq(supplyFile.revision, stored.revision)))
      .returning({ id: supplyFile.id });
    if (whole.length > 0) return;
  }
}

/** Records of one version; marked when all of them lie there. */
async function bringRecords({ database: { db }, clickhouse }: SupplyParts, file: Kept, version: number): Promise<void> {
  const [found] = await db
    .select({ records: supplyVersion.records })
    .from(supplyVersion)
    .where(eq(supplyVersion.id, version));
  if (!found) return;
  for (let start = 0; start < found.records.length; start += BATCH)
    await clickhouse.insert(
      'seller_record',
      found.records.slice(start, start + BATCH).map(({ system, account, relation }) => ({
        package: file.packageName,
        version,
        system: system.replace(/^www\./, ''),
        account: account.toLowerCase(),
        relation: file.kind === 'sellers' ? '' : relation.toLowerCase(),
        written: version,
      })),
    );
  await db.update(supplyVersion).set({ recorded: true }).where(eq(supplyVersion.id, version));
}

/** From when to when each version holds. */
async function bringSpans(
  { clickhouse }: SupplyParts,
  file: Kept,
  spans: readonly (Span & { until: Date })[],
  revision: number,
): Promise<void> {
  const text = (moment: Date) => moment.toISOString().replace('T', ' ').replace('Z', '');
  const of = { package: file.packageName, file: file.id, kind: file.kind, written: revision };
  const rows = spans.flatMap((span) => {
    const at = { ...of, version: span.id, valid_from: text(span.validFrom), valid_until: text(span.until) };
    return [
      ...namesOf(file).map((name) => ({ ...at, name, says: span.says })),
      ...otherNames(file, span).map((other) => ({ ...at, ...other })),
    ];
  });
  if (rows.length > 0) await clickhouse.insert('seller_file', rows);
}

/** What a file said that is kept no longer holds at no time. */
async function endSpans({ clickhouse }: SupplyParts, { packageName, id }: Kept): Promise<void> {
  await clickhouse.command(sql`INSERT INTO seller_file (package, file, version, name, kind, says, valid_from, valid_until, written)
    SELECT package, file, version, name, kind, says, valid_from, valid_from, ${typed('UInt64', GONE)} FROM seller_file FINAL
    WHERE package = ${typed('String', packageName)} AND file = ${typed('UInt32', id)} AND valid_until > valid_from`);
}

/** Facts of the events a file speaks of, and their verdicts. */
async function compareAgain({ database, clickhouse, now }: SupplyParts, file: Kept): Promise<void> {
  const names = typed('Array(String)', [...namesOf(file), ...(await sharedBy(clickhouse, file))]);
  const [column, host] =
    file.kind === 'sellers'
      ? [trusted('system_domain'), trusted(`replaceRegexpOne(lower(toString(system_domain)), '^www[.]', '')`)]
      : [trusted('declared_domain'), trusted(`lower(toString(declared_domain))`)];
  const about = sql`${column} != '' AND arrayExists(name -> position(${host}, name) > 0, ${names})`;
  const columns = trusted(Object.keys(LINK_INPUT).join(', '));
  await recompute(
    { database, clickhouse },
    {
      package: file.packageName,
      company: [
        {
          linkedTo: sql`SELECT ${columns} FROM traffic WHERE package = ${typed('String', file.packageName)} AND ${about}`,
          only: ['sellers'],
        },
      ],
      cause: {
        kind: 'sweep',
        operation: `supply ${file.id} ${now().toISOString()}`,
        author: 'system',
        reason: '',
      },
    },
  );
}

/** Names of sites and apps whose files name the domain of this one as a partner, at any time. */
async function sharedBy(clickhouse: SupplyParts['clickhouse'], { packageName, kind, domain }: Kept): Promise<string[]> {
  if (kind !== 'ads') return [];
  const held = sql`FROM seller_file FINAL WHERE package = ${typed('String', packageName)} AND valid_until > valid_from`;
  const found = await clickhouse.query<{ name: string }>(
    sql`SELECT DISTINCT name ${held} AND says NOT IN ('elsewhere', 'partner')
      AND file IN (SELECT file ${held} AND says = 'partner' AND name = ${typed('String', domain)})`,
  );
  return found.map(({ name }) => name);
}

/** Files that are kept no longer, and by which events are still compared: a process ended between the two. */
export async function leftOverFiles(
  scope: Scope,
  { database: { db }, clickhouse }: SupplyParts,
  name: string,
): Promise<Kept[]> {
  const packageName = requirePackage(scope, name);
  const found = await clickhouse.query<{ file: number; kind: StoredFile['kind']; names: string[] }>(
    sql`SELECT file, toString(any(kind)) AS kind, groupUniqArray(name) AS names FROM seller_file FINAL
      WHERE package = ${typed('String', packageName)} AND valid_until > valid_from AND says NOT IN ('elsewhere', 'partner') GROUP BY file`,
  );
  const stored = await db.select({ id: supplyFile.id }).from(supplyFile).where(eq(supplyFile.packageName, packageName));
  const known = new Set(stored.map(({ id }) => id));
  return found
    .filter(({ file }) => !known.has(file))
    .map(({ file, kind, names }) => ({ id: file, packageName, kind, domain: names[0] ?? '', apps: names }));
}
