import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { USUAL_POLICY } from '#domains/hygiene/contract/policy.ts';
import type { AnalysisAnswer } from '#domains/hygiene/contract/result.ts';
import { SNIFF_BYTES, sniff } from '#domains/hygiene/contract/sniff.ts';
import { bytesOf } from '#platform/server/files/files.ts';
import type { MediaTask, Wanted } from './analyser/analyser.ts';
import { AnalysisFault } from './faults.ts';
import type { HygieneJobParts } from './hygiene-parts.ts';
import { probe } from './media.ts';
import { type analysisTable, markTable, policyTable, talentTable } from './tables.ts';
import { fileOf } from './uploads.ts';
import { resultOf } from './verdict.ts';

/** On paper it is as wide as a hand. */
const PREVIEW_SIDE = 640;
const MOST_PIXELS = 40_000_000;
const LEAST_SIDE = 2;
/** Parts end earlier by themselves; below the time a call is held. Whoever waits behind a file waits no longer. */
const MOST_MS = 115_000;

type Row = typeof analysisTable.$inferSelect;

/** @throws AnalysisFault for what cannot be analysed */
export async function analyseUpload(
  parts: HygieneJobParts,
  row: Row,
  signal: AbortSignal,
): Promise<{ answer: AnalysisAnswer; preview: Buffer | undefined }> {
  const begun = performance.now();
  const limit = new AbortController();
  const late = setTimeout(() => limit.abort(new Error('The file took too long')), MOST_MS);
  const folder = join(parts.files.work, `hygiene-${randomUUID()}`);
  const { policy, wanted } = await wantedBy(parts, row.packageName);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const name = fileOf(row.uploadName);
    const head = await parts.files.read(name, { from: 0, to: SNIFF_BYTES - 1 });
    const found = head && sniff(await bytesOf(head));
    if (!found) throw new AnalysisFault(422, 'hygiene_ended');
    const done = await parts.files.withPath(name, async (path) => {
      const task: MediaTask = {
        kind: row.kind,
        path,
        folder,
        reader: found.reader,
        ...(await measured(row.kind, found.reader, path)),
        wanted,
      };
      const seen = await parts.analyser.analyse(task, AbortSignal.any([signal, limit.signal]));
      return { task, seen, preview: await previewOf(task) };
    });
    if (!done) throw new AnalysisFault(422, 'hygiene_ended');
    const { task, seen, preview } = done;
    const ms = Math.round(performance.now() - begun);
    const result = resultOf({ kind: row.kind, seconds: task.seconds, ms, seen, policy, approved: wanted.approved });
    return { answer: { statusCode: 200, body: { result } }, preview };
  } catch (error) {
    if (limit.signal.aborted && !signal.aborted) throw new AnalysisFault(422, 'hygiene_slow', {}, error);
    throw error;
  } finally {
    clearTimeout(late);
    await rm(folder, { recursive: true, force: true });
  }
}

async function measured(
  kind: Row['kind'],
  reader: string,
  path: string,
): Promise<Pick<MediaTask, 'seconds' | 'sound' | 'hasPictures'>> {
  if (kind !== 'image') {
    const { seconds, hasSound, hasPictures } = await probe(kind, reader, path);
    return { seconds, sound: hasSound ? 'heard' : 'none', hasPictures: kind === 'audio' && hasPictures };
  }
  // Of its head alone: what would fill memory is never decoded.
  const head = await sharp(path)
    .metadata()
    .catch((error: unknown) => {
      const isLarge = error instanceof Error && /pixel limit/i.test(error.message);
      throw new AnalysisFault(422, isLarge ? 'hygiene_pixels' : 'hygiene_unreadable', {}, error);
    });
  const { width = 0, height = 0, format } = head;
  if (width * height > MOST_PIXELS) throw new AnalysisFault(422, 'hygiene_pixels');
  if (format === 'svg' || Math.min(width, height) < LEAST_SIDE) throw new AnalysisFault(422, 'hygiene_unreadable');
  return { seconds: 0, sound: 'none' };
}

/** Drawn anew: where it was taken, and by what, stays in the upload. */
async function previewOf({ kind, path, folder }: MediaTask): Promise<Buffer | undefined> {
  if (kind === 'audio') return undefined;
  const picture = kind === 'image' ? path : join(folder, 'f-001.jpg');
  return sharp(picture, { limitInputPixels: MOST_PIXELS })
    .rotate()
    .resize(PREVIEW_SIDE, PREVIEW_SIDE, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 70 })
    .toBuffer()
    .catch(() => undefined);
}

async function wantedBy({ database: { db } }: HygieneJobParts, packageName: string | null) {
  const none: Wanted = {
    logos: [],
    words: [],
    approved: [],
    talent: null,
    demographics: false,
    ownWords: [],
    service: false,
  };
  if (packageName === null) return { policy: USUAL_POLICY, wanted: none };
  const [kept] = await db.select().from(policyTable).where(eq(policyTable.packageName, packageName));
  const policy = kept ?? USUAL_POLICY;
  const marks = await db.select().from(markTable).where(eq(markTable.packageName, packageName));
  const talent = policy.gallery
    ? await db.select().from(talentTable).where(eq(talentTable.packageName, packageName))
    : null;
  const wanted: Wanted = {
    logos: marks.flatMap(({ kind, name, picture }) => (kind === 'logo' && picture ? [{ name, picture }] : [])),
    words: marks.flatMap(({ kind, name }) => (kind === 'word' ? [name] : [])),
    approved: marks.flatMap(({ kind, name, hash }) => (kind === 'creative' && hash !== '' ? [{ name, hash }] : [])),
    talent,
    demographics: policy.demographics,
    ownWords: policy.ownWords,
    service: true,
  };
  return { policy, wanted };
}
