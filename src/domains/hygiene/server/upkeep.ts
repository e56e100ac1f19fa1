import { and, isNull, lt, notExists, sql } from 'drizzle-orm';
import { KEPT_HOURS } from '#domains/hygiene/contract/terms.ts';
import type { HygieneJobParts } from './hygiene-parts.ts';
import { analysisTable, uploadTable } from './tables.ts';
import { fileOf } from './uploads.ts';

const HOUR_MS = 3_600_000;

/** What was uploaded a day ago is gone, and with it what was found in it for nobody's package (BH-GAP-09). */
export async function removeOld({ database: { db }, files, now }: Omit<HygieneJobParts, 'analyser'>): Promise<void> {
  const before = new Date(now().getTime() - KEPT_HOURS * HOUR_MS);
  const gone = await db
    .delete(uploadTable)
    .where(lt(uploadTable.createdAt, before))
    .returning({ name: uploadTable.name });
  for (const { name } of gone) await files.remove(fileOf(name));
  // Of a package that was removed, or of a stop between file and record.
  for await (const { name } of files.list('hygiene')) {
    const sent = Number(/^hygiene\/(\d{13})-/.exec(name)?.[1] ?? 0);
    if (sent < before.getTime()) await files.remove(name);
  }
  const upload = db
    .select({ one: sql`1` })
    .from(uploadTable)
    .where(sql`${uploadTable.name} = ${analysisTable.uploadName}`);
  await db.delete(analysisTable).where(and(isNull(analysisTable.packageName), notExists(upload)));
}
