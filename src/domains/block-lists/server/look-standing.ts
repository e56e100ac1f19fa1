import { and, eq, type SQL } from 'drizzle-orm';
import { standingAudit } from '#domains/block-lists/contract/audit.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { packageTable } from '#platform/server/access/tables.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { AppError } from '#platform/server/http/app-error.ts';
import { applyRule } from './apply-standing.ts';
import { badSources, type Source } from './bad-sources.ts';
import { effectOf } from './effect.ts';
import { inForce } from './entry-store.ts';
import { endOf, isConfirmed, type StandingParts } from './standing-store.ts';
import { blockEntry, blockStanding, type StandingRow } from './tables.ts';

export interface LookAllParts extends StandingParts {
  packageInfo: (scope: Scope, name: string) => Promise<PackageInfo>;
}

/** Looks through all standing rules. Answers the packages whose lists changed; one that breaks keeps no other waiting. */
export async function lookAll(scope: Scope, parts: LookAllParts, signal?: AbortSignal): Promise<string[]> {
  const rows = await parts.database.db
    .select({ row: blockStanding })
    .from(blockStanding)
    // Of a package that is switched off nothing comes any more.
    .innerJoin(packageTable, and(eq(packageTable.name, blockStanding.packageName), eq(packageTable.active, true)))
    .where(eq(blockStanding.active, true))
    .orderBy(blockStanding.packageName, blockStanding.id);
  const changed = new Set<string>();
  const broken: unknown[] = [];
  for (const { row } of rows) {
    signal?.throwIfAborted();
    try {
      if (await lookAt(scope, parts, row, signal)) changed.add(row.packageName);
    } catch (error) {
      signal?.throwIfAborted();
      // What the rule itself is refused for is told on its page.
      if (error instanceof AppError && error.status < 500) await note(parts, row, { problem: error.message });
      else broken.push(error);
    }
  }
  if (broken.length > 0) throw new AggregateError(broken, 'Standing rules could not be looked at');
  return [...changed];
}

const note = ({ database: { db }, now }: StandingParts, row: StandingRow, what: Partial<StandingRow>) =>
  db
    .update(blockStanding)
    .set({ lookedAt: now(), ...what })
    .where(asItWas(row));

/** Nobody saved it since. */
const asItWas = (row: StandingRow): SQL | undefined =>
  and(eq(blockStanding.id, row.id), eq(blockStanding.updatedAt, row.updatedAt), eq(blockStanding.active, true));

async function lookAt(scope: Scope, parts: LookAllParts, row: StandingRow, signal?: AbortSignal): Promise<boolean> {
  const { database, now } = parts;
  const info = await parts.packageInfo(scope, row.packageName);
  const looked = await badSources(scope, parts, info, row, signal);
  const endsAt = await endOf(parts, info, looked, row);
  const known = await knownOf(parts, row);
  const fresh = looked.sources.filter((source) => !known.has(keyOf(source)));
  const { clean_share: share } =
    fresh.length > 0 ? await effectOf(scope, parts.clickhouse, info, looked.sources) : { clean_share: 0 };
  const held = isConfirmed(share, row) ? 0 : fresh.length;
  const sources = held > 0 ? looked.sources.filter((source) => known.has(keyOf(source))) : looked.sources;
  return database.db.transaction(async (tx) => {
    const [still] = await tx.select().from(blockStanding).where(asItWas(row)).for('update');
    if (!still) return false;
    const applied = await applyRule(tx, still, { sources, endsAt, now: now() });
    await tx
      .update(blockStanding)
      .set({ lookedAt: now(), problem: '', heldBack: held, heldShare: held > 0 ? share : 0 })
      .where(eq(blockStanding.id, row.id));
    if (applied.added + applied.moved === 0) return false;
    await audit(tx, null, {
      action: standingAudit.blocked,
      subject: row.name,
      package: row.packageName,
      details: { id: row.id, ...applied, ends_at: endsAt },
    });
    return true;
  });
}

/** What of its kind is blocked in the package, whoever did it. */
async function knownOf({ database: { db }, now }: StandingParts, row: StandingRow): Promise<ReadonlySet<string>> {
  const { kind, value, publisher } = blockEntry;
  const rows = await db
    .select({ kind, value, publisher })
    .from(blockEntry)
    .where(and(inForce(row.packageName, now()), eq(kind, row.kind)));
  return new Set(rows.map(keyOf));
}

const keyOf = ({ kind, value, publisher }: Pick<Source, 'kind' | 'value' | 'publisher'>): string =>
  JSON.stringify([kind, value, publisher]);
