import { and, eq, inArray, sql } from 'drizzle-orm';
import type { AnalysisAnswer } from '#domains/hygiene/contract/result.ts';
import {
  ADDRESS_MINUTES,
  type AnalysisName,
  analysisOf,
  HELD_MS,
  KEPT_HOURS,
} from '#domains/hygiene/contract/terms.ts';
import { requireMay, type Scope } from '#platform/server/access/scope.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { analyseJob } from './analysis-jobs.ts';
import { AnalysisFault } from './faults.ts';
import type { HygieneParts } from './hygiene-parts.ts';
import { requireWhole } from './own-package.ts';
import { pictureOf } from './results.ts';
import { nameIn } from './signed-address.ts';
import { analysisTable, type TOOLS } from './tables.ts';
import { oneUpload } from './uploads.ts';

/** More than so many that wait would not be answered in the time a call is held. */
const MOST_OPEN = 150;

interface Asked {
  address: string;
  /** What was asked for; the one that fits the file where nothing was. */
  analysis?: AnalysisName;
  tool: (typeof TOOLS)[number];
}

type Row = typeof analysisTable.$inferSelect;

/**
 * The analysis of an upload, begun where there is none: an upload has one of each kind, whoever asks how often.
 * @throws AnalysisFault for an address that is not ours or over, for what does not fit the file, and for a long queue.
 */
export async function beginAnalysis(
  scope: Scope | null,
  parts: HygieneParts,
  { address, analysis: asked, tool }: Asked,
): Promise<Row> {
  const { db } = parts.database;
  const name = nameIn(parts.hygieneKey, address, parts.now());
  if (name === undefined) throw new AnalysisFault(422, 'hygiene_address');
  const upload = name === null ? undefined : await oneUpload(parts, name);
  if (!upload) throw new AnalysisFault(422, 'hygiene_ended');
  requireOwn(scope, upload.packageName);
  const analysis = analysisOf(upload.kind);
  if (asked !== undefined && asked !== analysis) throw new AnalysisFault(422, 'hygiene_empty');
  // Films are processed for who is signed in; a scan of one is for anybody.
  if (tool === 'adao' && upload.kind !== 'image' && !scope) throw appError('not_signed_in');
  const of = and(eq(analysisTable.uploadName, upload.name), eq(analysisTable.analysis, analysis));
  const [known] = await db.select().from(analysisTable).where(of);
  if (!known) await requireRoom(parts);
  // What a package keeps is finished, whoever leaves; the rest is worked on while somebody waits.
  const isKept = upload.packageName !== null || tool === 'adao';
  await db
    .insert(analysisTable)
    .values({
      uploadName: upload.name,
      analysis,
      tool,
      packageName: upload.packageName,
      called: upload.called,
      kind: upload.kind,
      state: 'queued',
      waitedAt: isKept ? null : sql`now()`,
      createdBy: scope?.userName ?? '',
      createdAt: parts.now(),
    })
    .onConflictDoUpdate({
      target: [analysisTable.uploadName, analysisTable.analysis],
      set: { waitedAt: sql`CASE WHEN ${analysisTable.waitedAt} IS NULL THEN NULL ELSE now() END` },
    });
  const [row] = await db.select().from(analysisTable).where(of);
  if (!row) throw new AnalysisFault(422, 'hygiene_ended');
  if (row.state === 'queued') await parts.jobs.enqueue(analyseJob, { id: row.id });
  return row;
}

/** An address is handed on: what a package keeps is told to its own people alone. */
function requireOwn(scope: Scope | null, packageName: string | null): void {
  if (packageName === null) return;
  if (!scope) throw appError('not_signed_in');
  requireMay(scope, 'tracking.read');
  requireWhole(scope, packageName);
}

async function requireRoom({ database }: HygieneParts): Promise<void> {
  const open = await database.db.$count(analysisTable, inArray(analysisTable.state, ['queued', 'processing']));
  if (open >= MOST_OPEN) throw new AnalysisFault(429, 'hygiene_busy');
}

/** Held until the analysis is done; what takes longer is asked for again and answered from the same one. */
export async function analysed(
  scope: Scope | null,
  parts: HygieneParts,
  asked: Asked,
  signal: AbortSignal,
): Promise<AnalysisAnswer> {
  const begun = performance.now();
  try {
    const row = await beginAnalysis(scope, parts, asked);
    if (row.answer) return row.answer;
    const answer = await parts.analysisWaits.wait(row.id, HELD_MS - (performance.now() - begun), signal);
    if (!answer) throw new AnalysisFault(429, 'hygiene_busy');
    return answer;
  } catch (error) {
    if (error instanceof AnalysisFault) return error.answer;
    throw error;
  }
}

/** For as long as an upload is kept, its address says how far it is; its file is read, and analysed, by it no longer. */
const STILL_TOLD_MS = KEPT_HOURS * 3_600_000 - ADDRESS_MINUTES * 60_000;

async function begunBefore(scope: Scope | null, parts: HygieneParts, address: string): Promise<Row | undefined> {
  const name = nameIn(parts.hygieneKey, address, new Date(parts.now().getTime() - STILL_TOLD_MS));
  if (!name) return undefined;
  const [row] = await parts.database.db
    .select()
    .from(analysisTable)
    .where(and(eq(analysisTable.uploadName, name), eq(analysisTable.tool, 'adao')));
  if (!row) return undefined;
  requireOwn(scope, row.packageName);
  if (row.kind !== 'image' && !scope) throw appError('not_signed_in');
  return row;
}

/** A creative in the queue, whoever waits for it; asked again, how far it is (PUB-GAP-02). */
export async function processed(
  scope: Scope | null,
  parts: HygieneParts,
  address: string,
): Promise<{ state: Row['state']; answer: AnalysisAnswer | null; preview: string }> {
  try {
    const known = await begunBefore(scope, parts, address);
    const { state, answer, preview } = known ?? (await beginAnalysis(scope, parts, { address, tool: 'adao' }));
    if (known?.state === 'queued') await parts.jobs.enqueue(analyseJob, { id: known.id });
    return { state, answer, preview: pictureOf(preview) };
  } catch (error) {
    if (error instanceof AnalysisFault) return { state: 'failed', answer: error.answer, preview: '' };
    throw error;
  }
}
