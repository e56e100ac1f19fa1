import type { Readable } from 'node:stream';
import { asc, count, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { brandAudit } from '#domains/brand-relevancy/contract/audit.ts';
import type { OutputRow, OutputUpload } from '#domains/brand-relevancy/contract/output-endpoints.ts';
import { MOST_OUTPUT_BYTES, MOST_OUTPUT_LINES } from '#domains/brand-relevancy/contract/terms.ts';
import { todayIn } from '#platform/contract/date-range.ts';
import { plainName } from '#platform/contract/safe-text.ts';
import { requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { readForm } from '#platform/server/http/read-form.ts';
import { smallTable, type TableLine, TableRefused } from '#traffic/intake/server/small-table.ts';
import { acceptedPlaces } from './accepted.ts';
import { requireBrands, requireBrandsOf } from './own-package.ts';
import type { BrandParts, Db, Tx } from './parts.ts';
import { type ReadRow, readOutput } from './read-output.ts';
import { refuse } from './refuse.ts';
import type { RequirementRow } from './requirement-store.ts';
import { outputTable, requirementTable, uploadTable } from './tables.ts';

const SHOWN_ERRORS = 200;
const INSERTED_AT_ONCE = 1_000;
/** What a row that comes again brings anew. */
const REPLACED = [
  'uploadId',
  'line',
  'url',
  'title',
  'channel',
  'relevancy',
  'views',
  'verdict',
  'country',
  'language',
  'publishedOn',
  'spend',
  'reason',
] as const;
const ADDRESS = ['url', 'video_url', 'channel_url'];

interface Sent {
  fileName: string;
  bytes: Buffer;
  requirementId: number | null;
  campaign: string;
}

interface Page {
  page: number;
  limit: number;
}

/** The file of a form and what stands beside it. */
export async function readSent(upload: Readable, contentType: string): Promise<Sent> {
  const form = await readForm(upload, contentType, MOST_OUTPUT_BYTES);
  const [file, ...others] = [...form.values()].filter((part) => typeof part !== 'string');
  if (others.length > 0) throw refuse('output_one_file', {}, { field: 'file' });
  // What a form sends where none was chosen has no name.
  if (!file || (file.size === 0 && file.name === '')) throw refuse('output_no_file', {}, { field: 'file' });
  if (file.size === 0) throw refuse('output_blank', {}, { field: 'file' });
  const text = (name: string): string => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const id = text('requirement_id');
  if (id !== '' && !/^\d{1,9}$/.test(id)) throw refuse('output_no_requirement', {}, { field: 'requirement_id' });
  return {
    fileName: file.name.slice(0, 255),
    bytes: Buffer.from(await file.arrayBuffer()),
    requirementId: id === '' ? null : Number(id),
    campaign: text('campaign_name'),
  };
}

/** The whole file is one commit; a video or channel of a day that comes again takes the place of the row before. */
export async function takeOutput(
  scope: Scope,
  parts: BrandParts,
  package_name: string,
  sent: Sent,
): Promise<OutputUpload> {
  const packageName = requireBrandsOf(scope, 'tracking.write', package_name);
  const info = await parts.packageInfo(scope, packageName);
  const now = parts.now();
  const { names, lines } = await tableOf(sent.bytes);
  return parts.database.db.transaction(async (tx) => {
    const requirementOf = await requirementsOf(tx, packageName, sent, names);
    const today = todayIn(info.time_zone, now);
    const { rows, faulty } = readOutput(lines, { requirementOf, today, currency: info.currency });
    const rejected = rows.flatMap(({ line, url, reason }) => (reason === '' ? [] : [{ line, url, reason }]));
    const errors = [...faulty, ...rejected].sort((a, b) => a.line - b.line).slice(0, SHOWN_ERRORS);
    const accepted = rows.length - rejected.length;
    const [upload] = await tx
      .insert(uploadTable)
      .values({
        packageName,
        fileName: sent.fileName,
        content: sent.bytes,
        rows: lines.length,
        accepted,
        errors,
        createdBy: scope.userName,
        createdAt: now,
      })
      .returning({ id: uploadTable.id });
    if (!upload) throw new Error('An upload was not stored');
    await storeRows(tx, packageName, upload.id, rows);
    const taken = rows.filter(({ reason }) => reason === '');
    await moveOn(tx, new Map(taken.map(({ requirement }) => [requirement.id, requirement])), now);
    await audit(tx, scope, {
      action: brandAudit.takeOutput,
      subject: sent.fileName,
      package: packageName,
      details: { id: upload.id, rows: lines.length, accepted },
    });
    return one((await viewsOf(tx, eq(uploadTable.id, upload.id), { page: 1, limit: 1 }))[0]);
  });
}

export async function listUploads(
  scope: Scope,
  { database: { db } }: BrandParts,
  { package_name, ...page }: { package_name: string } & Page,
): Promise<{ rows: OutputUpload[]; total: number }> {
  const where = eq(uploadTable.packageName, requireBrandsOf(scope, 'tracking.read', package_name));
  const [counted] = await db.select({ total: count() }).from(uploadTable).where(where);
  return { rows: await viewsOf(db, where, page), total: counted?.total ?? 0 };
}

export async function rowsOfUpload(
  scope: Scope,
  { database: { db } }: BrandParts,
  id: number,
  { page, limit }: Page,
): Promise<{ rows: OutputRow[]; total: number }> {
  requireBrands(scope, 'tracking.read');
  const [upload] = await db
    .select({ packageName: uploadTable.packageName })
    .from(uploadTable)
    .where(eq(uploadTable.id, id));
  if (!upload) throw appError('not_found', { field: 'id' });
  requirePackage(scope, upload.packageName);
  const t = outputTable;
  const where = eq(t.uploadId, id);
  const rows = await db
    .select({ output: t, campaign: requirementTable.campaignName })
    .from(t)
    .innerJoin(requirementTable, eq(requirementTable.id, t.requirementId))
    .where(where)
    .orderBy(asc(t.line))
    .limit(limit)
    .offset((page - 1) * limit);
  const [counted] = await db.select({ total: count() }).from(t).where(where);
  return { rows: rows.map(rowOf), total: counted?.total ?? 0 };
}

async function tableOf(file: Buffer): Promise<{ names: string[]; lines: TableLine[] }> {
  const table = await smallTable(file, MOST_OUTPUT_LINES).catch((error) => {
    if (!(error instanceof TableRefused)) throw error;
    if (error.reason === 'unreadable') throw refuse('output_unreadable', {}, { field: 'file' });
    throw refuse('output_too_long', { n: MOST_OUTPUT_LINES }, { as: 'too_large', field: 'file' });
  });
  if (!table.names.some((name) => ADDRESS.includes(name))) throw refuse('output_no_column', {}, { field: 'file' });
  if (table.lines.length === 0) throw refuse('output_empty', {}, { field: 'file' });
  return table;
}

/**
 * The requirement of a row: that of the form, else of the campaign the row names. Where neither says so and there is but
 * one that is open, the file is an answer to that.
 */
async function requirementsOf(
  tx: Tx,
  packageName: string,
  { requirementId, campaign }: Sent,
  names: readonly string[],
): Promise<(campaign: string) => RequirementRow | undefined> {
  const t = requirementTable;
  const all = await tx.select().from(t).where(eq(t.packageName, packageName)).orderBy(asc(t.id)).for('update');
  const open = all.filter(({ status }) => status !== 'closed');
  const closed = all.filter(({ status }) => status === 'closed');
  if (requirementId !== null || campaign !== '') {
    const field = requirementId === null ? 'campaign_name' : 'requirement_id';
    const named = all.find((row) => row.id === requirementId || sameName(row.campaignName) === sameName(campaign));
    if (!named) throw refuse('output_no_requirement', {}, { field });
    if (named.status === 'closed') throw refuse('requirement_closed', {}, { as: 'conflict', field });
    return () => named;
  }
  if (names.includes('campaign_name') || names.includes('campaign')) {
    const byName = new Map([...closed, ...open].map((row) => [sameName(row.campaignName), row]));
    return (name) => byName.get(sameName(name));
  }
  const [only, ...others] = open;
  if (!only || others.length > 0) throw refuse('output_no_requirement', {}, { field: 'requirement_id' });
  return () => only;
}

/** A campaign is the same however its letters and blanks are written. */
const sameName = (name: string): string => plainName(name).toLowerCase();

async function storeRows(tx: Tx, packageName: string, uploadId: number, rows: readonly ReadRow[]): Promise<void> {
  const t = outputTable;
  const taken = Object.fromEntries(REPLACED.map((name) => [name, sql.raw(`excluded.${t[name].name}`)]));
  for (let from = 0; from < rows.length; from += INSERTED_AT_ONCE) {
    const part = rows.slice(from, from + INSERTED_AT_ONCE);
    await tx
      .insert(t)
      .values(part.map(({ requirement, ...row }) => ({ ...row, packageName, uploadId, requirementId: requirement.id })))
      .onConflictDoUpdate({ target: [t.requirementId, t.platform, t.kind, t.item, t.day], set: taken });
  }
}

/**
 * An accepted row says that somebody works on it; with as many videos and channels as were wanted it is delivered. A
 * draft was not sent to anybody, and stays one.
 */
async function moveOn(tx: Tx, requirements: ReadonlyMap<number, RequirementRow>, now: Date): Promise<void> {
  for (const { id, status, targetCount, updatedAt } of requirements.values()) {
    if (status === 'draft') continue;
    const isDone = targetCount !== null && (await acceptedPlaces(tx, id)) >= targetCount;
    const next = isDone || status === 'delivered' ? 'delivered' : 'in_progress';
    if (next === status) continue;
    const at = new Date(Math.max(now.getTime(), updatedAt.getTime() + 1));
    await tx.update(requirementTable).set({ status: next, updatedAt: at }).where(eq(requirementTable.id, id));
  }
}

async function viewsOf(db: Db | Tx, where: ReturnType<typeof eq>, { page, limit }: Page): Promise<OutputUpload[]> {
  const { content: _, ...columns } = getTableColumns(uploadTable);
  const rows = await db
    .select(columns)
    .from(uploadTable)
    .where(where)
    .orderBy(desc(uploadTable.id))
    .limit(limit)
    .offset((page - 1) * limit);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const campaigns = await db
    .selectDistinct({ id: outputTable.uploadId, name: requirementTable.campaignName })
    .from(outputTable)
    .innerJoin(requirementTable, eq(requirementTable.id, outputTable.requirementId))
    .where(inArray(outputTable.uploadId, ids))
    .orderBy(asc(requirementTable.campaignName));
  return rows.map((row) => ({
    id: row.id,
    package_name: row.packageName,
    file_name: row.fileName,
    campaigns: campaigns.filter(({ id }) => id === row.id).map(({ name }) => name),
    rows: row.rows,
    accepted: row.accepted,
    rejected: row.rows - row.accepted,
    errors: row.errors,
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
  }));
}

function one(view: OutputUpload | undefined): OutputUpload {
  if (!view) throw new Error('An upload was not stored');
  return view;
}

const rowOf = ({ output, campaign }: { output: typeof outputTable.$inferSelect; campaign: string }): OutputRow => ({
  id: output.id,
  line: output.line,
  campaign_name: campaign,
  platform: output.platform,
  kind: output.kind,
  item: output.item,
  url: output.url,
  title: output.title,
  channel: output.channel,
  day: output.day,
  relevancy: output.relevancy === null ? null : Number(output.relevancy),
  views: output.views,
  verdict: output.verdict,
  spend: output.spend,
  reason: output.reason,
});
