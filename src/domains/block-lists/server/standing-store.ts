import { and, asc, count, eq, ne, sql } from 'drizzle-orm';
import { standingAudit } from '#domains/block-lists/contract/audit.ts';
import type { StandingPreview, StandingView } from '#domains/block-lists/contract/standing-endpoints.ts';
import { addDays } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { packageTable } from '#platform/server/access/tables.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { momentsOf } from '#traffic/event/server/covered-days.ts';
import { ownRules } from '#traffic/rule-sets/server/rule-set-store.ts';
import { ASKED_AGAIN_FROM } from '../contract/kinds.ts';
import { MOST_STANDING, SHOWN_FOUND, type StandingSettings } from '../contract/standing.ts';
import { applyRule, takeBack } from './apply-standing.ts';
import { badSources, type Looked, type LookParts, type Watched } from './bad-sources.ts';
import { askAgain, effectOf } from './effect.ts';
import { inForce, type Transaction } from './entry-store.ts';
import { ownRow } from './own-row.ts';
import { refuse } from './refuse.ts';
import { blockEntry, blockStanding, type StandingRow } from './tables.ts';

export interface StandingParts extends LookParts {
  database: Database;
}

export async function listStanding(
  scope: Scope,
  { database: { db }, now }: Pick<StandingParts, 'database' | 'now'>,
  name: string,
): Promise<StandingView[]> {
  const packageName = ownRules(scope, name);
  const [rows, counted] = await Promise.all([
    db.select().from(blockStanding).where(eq(blockStanding.packageName, packageName)).orderBy(asc(blockStanding.id)),
    db
      .select({ ruleId: blockEntry.ruleId, entries: count() })
      .from(blockEntry)
      .where(inForce(packageName, now()))
      .groupBy(blockEntry.ruleId),
  ]);
  return rows.map(({ lookedAt, heldBack, heldShare, createdBy, updatedAt, ...row }) => ({
    id: row.id,
    name: row.name,
    kind: row.kind,
    percent: row.percent,
    days: row.days,
    least: row.least,
    rest: row.rest,
    condition: row.condition,
    active: row.active,
    entries: counted.find(({ ruleId }) => ruleId === row.id)?.entries ?? 0,
    looked_at: lookedAt?.toISOString() ?? null,
    held_back: heldBack,
    held_share: heldShare,
    problem: row.problem,
    created_by: createdBy,
    updated_at: updatedAt.toISOString(),
    version: versionOf(updatedAt),
  }));
}

/** Which save it is of, in as many digits as If-Match takes. */
const versionOf = (updatedAt: Date): number => updatedAt.getTime() % 1_000_000_000;

/** What a rule would block now. */
export async function previewStanding(
  scope: Scope,
  parts: LookParts,
  info: PackageInfo,
  watched: Watched,
  signal: AbortSignal,
): Promise<StandingPreview> {
  ownRules(scope, info.package_name);
  const { from, to, sources } = await badSources(scope, parts, info, watched, signal);
  const effect = await effectOf(scope, parts.clickhouse, info, sources);
  const shown = sources.slice(0, SHOWN_FOUND);
  return { from, to, effect, sources: shown.map(({ kind: _, ...source }) => source) };
}

/** When what a rule found is free again: at the end of its last day. */
export async function endOf(
  { clickhouse }: Pick<LookParts, 'clickhouse'>,
  { time_zone: zone }: PackageInfo,
  { to }: Looked,
  { rest }: Pick<StandingSettings, 'rest'>,
): Promise<Date> {
  const { until } = await momentsOf(clickhouse, { expires: addDays(to, rest) }, zone);
  if (!until) throw new Error('A day has no end');
  return until;
}

/** `seen`: the version that was edited, where the caller says so. */
type Saved = StandingSettings & { id?: number | undefined; confirm: string; seen?: number | undefined };

/** Saves a rule: it blocks what it finds now, and what it blocked before and does not find is free. */
export async function saveStanding(
  scope: Scope,
  parts: StandingParts,
  info: PackageInfo,
  { id, confirm, seen, ...settings }: Saved,
  signal: AbortSignal,
): Promise<{ id: number; added: number }> {
  const packageName = ownRules(scope, info.package_name);
  const looked = await badSources(scope, parts, info, settings, signal);
  const sources = settings.active ? looked.sources : [];
  const effect = await effectOf(scope, parts.clickhouse, info, sources);
  askAgain(info, effect, confirm);
  const now = parts.now();
  const endsAt = await endOf(parts, info, looked, settings);
  const values = {
    ...settings,
    cleanShare: effect.clean_share,
    heldBack: 0,
    heldShare: 0,
    problem: '',
    lookedAt: now,
    updatedAt: now,
  };
  return parts.database.db.transaction(async (tx) => {
    await requireRoom(tx, packageName, settings.name, id);
    if (id !== undefined && seen !== undefined) await requireSeen(tx, id, seen);
    const [row] =
      id === undefined
        ? await tx
            .insert(blockStanding)
            .values({ ...values, packageName, createdBy: scope.userName, createdAt: now })
            .returning()
        : await tx
            .update(blockStanding)
            .set(values)
            .where(and(eq(blockStanding.id, id), eq(blockStanding.packageName, packageName)))
            .returning();
    if (!row) throw appError('not_found');
    await tx.update(blockEntry).set({ reason: row.name }).where(eq(blockEntry.ruleId, row.id));
    const freed = await takeBack(tx, row, { keep: sources, now, by: scope.userName });
    const { added } = await applyRule(tx, row, { sources, endsAt, now });
    const { kind, percent, days, least, rest, active } = row;
    await audit(tx, scope, {
      action: standingAudit.save,
      subject: row.name,
      package: packageName,
      details: { id: row.id, kind, percent, days, least, rest, active, added, freed },
    });
    return { id: row.id, added };
  });
}

async function requireSeen(tx: Transaction, id: number, seen: number): Promise<void> {
  const [row] = await tx
    .select({ updatedAt: blockStanding.updatedAt })
    .from(blockStanding)
    .where(eq(blockStanding.id, id))
    .for('update');
  if (row && versionOf(row.updatedAt) !== seen) throw appError('conflict');
}

/** One after the other, so that two who save at once neither pass the limit nor take one name. */
async function requireRoom(tx: Transaction, packageName: string, name: string, id: number | undefined): Promise<void> {
  await tx
    .select({ name: packageTable.name })
    .from(packageTable)
    .where(eq(packageTable.name, packageName))
    .for('no key update');
  const others = await tx
    .select({ name: blockStanding.name })
    .from(blockStanding)
    .where(and(eq(blockStanding.packageName, packageName), id === undefined ? undefined : ne(blockStanding.id, id)));
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
    throw refuse('standing_name_taken', {}, { as: 'conflict', field: 'name' });
  if (others.length >= MOST_STANDING) throw refuse('standing_limit', { most: MOST_STANDING });
}

/** Deletes a rule; what it blocks is free. Answers its package. */
export async function removeStanding(
  scope: Scope,
  { database: { db }, now }: Pick<StandingParts, 'database' | 'now'>,
  id: number,
): Promise<string> {
  const [found] = await db.select().from(blockStanding).where(eq(blockStanding.id, id));
  const row = ownRow(scope, found);
  await db.transaction(async (tx) => {
    // A look of the job that holds it puts nothing on the list afterwards.
    await tx.execute(sql`SELECT 1 FROM block_standing WHERE id = ${id} FOR UPDATE`);
    const freed = await takeBack(tx, row, { now: now(), by: scope.userName });
    await tx.delete(blockStanding).where(eq(blockStanding.id, id));
    await audit(tx, scope, {
      action: standingAudit.remove,
      subject: row.name,
      package: row.packageName,
      details: { id, freed },
    });
  });
  return row.packageName;
}

/** Whether so much of the clean traffic may be hit: a little always, more where somebody said so by name. */
export const isConfirmed = (share: number, { cleanShare }: Pick<StandingRow, 'cleanShare'>): boolean =>
  share < ASKED_AGAIN_FROM || share <= cleanShare;
