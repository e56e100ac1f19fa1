import { and, asc, eq } from 'drizzle-orm';
import type { Scope } from '#platform/server/access/scope.ts';
import { requirePackage } from '#platform/server/access/scope.ts';
import { sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import { LINK_INPUT } from '#traffic/judge/server/facts/link-facts.ts';
import { recompute } from '#traffic/judge/server/recompute.ts';
import type { SupplyParts } from './parts.ts';
import { type StoredFile, type StoredVersion, supplyVersion } from './tables.ts';

const FOREVER = new Date('2100-01-01T00:00:00Z');
const BATCH = 10_000;

/** What is asked of a file, also of one that is kept no longer. */
export type Kept = Pick<StoredFile, 'id' | 'packageName' | 'kind' | 'domain' | 'apps'>;

type Span = Pick<StoredVersion, 'id' | 'says' | 'validFrom' | 'validUntil' | 'records'> & { until: Date };

/** Each version holds until the next one begins, one that was fetched only as long as it was seen lately. */
export function spansOf(versions: readonly Omit<Span, 'until'>[]): Span[] {
  const sorted = [...versions].sort((a, b) => a.validFrom.getTime() - b.validFrom.getTime() || a.id - b.id);
  return sorted.map((version, index) => {
    const ends = [version.validUntil ?? FOREVER, sorted[index + 1]?.validFrom ?? FOREVER];
    return { ...version, until: new Date(Math.min(...ends.map((end) => end.getTime()))) };
  });
}

/** Names in traffic that a file speaks for. */
export const namesOf = ({ kind, domain, apps }: Omit<Kept, 'id' | 'packageName'>): string[] =>
  kind === 'app-ads' ? apps.map((app) => app.toLowerCase()) : [domain];

/** Subdomains that have a file of their own, as their domain says. */
const elsewhere = ({ kind }: Kept, version: StoredVersion): string[] =>
  kind === 'ads'
    ? version.variables.filter(({ name }) => name === 'SUBDOMAIN').map(({ value }) => value.toLowerCase())
    : [];

/**
 * Brings what events are compared with to what is stored, and makes the facts of the events it speaks of anew. Doing it
 * again ends the same. Of a file that is kept no longer nothing is in force any more.
 */
export async function putInForce(scope: Scope, parts: SupplyParts, file: Kept): Promise<void> {
  requirePackage(scope, file.packageName);
  const { database, clickhouse, now } = parts;
  const versions = await database.db
    .select()
    .from(supplyVersion)
    .where(and(eq(supplyVersion.fileId, file.id), eq(supplyVersion.packageName, file.packageName)))
    .orderBy(asc(supplyVersion.id));
  const written = now().getTime();
  const text = (moment: Date) => moment.toISOString().replace('T', ' ').replace('Z', '');
  const of = { package: file.packageName, file: file.id, kind: file.kind, written };
  const rows = spansOf(versions).flatMap((span) => {
    const version = versions.find((each) => each.id === span.id);
    const at = { ...of, version: span.id, valid_from: text(span.validFrom), valid_until: text(span.until) };
    return [
      ...namesOf(file).map((name) => ({ ...at, name, says: span.says })),
      ...(version ? elsewhere(file, version) : []).map((name) => ({ ...at, name, says: 'elsewhere' })),
    ];
  });
  for (const version of versions)
    for (let start = 0; start < version.records.length; start += BATCH)
      await clickhouse.insert(
        'seller_record',
        version.records.slice(start, start + BATCH).map(({ system, account, relation }) => ({
          package: file.packageName,
          version: version.id,
          system,
          account: account.toLowerCase(),
          relation: file.kind === 'sellers' ? '' : relation.toLowerCase(),
          written,
        })),
      );
  // Versions that are gone, with their file or beyond what is kept, hold no longer.
  const kept = typed(
    'Array(UInt32)',
    versions.map((version) => version.id),
  );
  const inPackage = typed('String', file.packageName);
  await clickhouse.command(sql`INSERT INTO seller_file (package, file, version, name, kind, says, valid_from, valid_until, written)
    SELECT package, file, version, name, kind, says, valid_from, valid_from, ${typed('UInt64', written)} FROM seller_file FINAL
    WHERE package = ${inPackage} AND file = ${typed('UInt32', file.id)} AND NOT has(${kept}, version)`);
  if (rows.length > 0) await clickhouse.insert('seller_file', rows);
  await compareAgain(parts, file);
}

/** Facts of the events a file speaks of, and their verdicts. */
async function compareAgain({ database, clickhouse, now }: SupplyParts, file: Kept): Promise<void> {
  const names = typed('Array(String)', namesOf(file));
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
