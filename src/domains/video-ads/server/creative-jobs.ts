import { eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { type BoundJob, type JobRun, job, nothing, runs } from '#platform/server/jobs/job.ts';
import type { Stores } from '#platform/server/stores.ts';
import { forgetPersons } from './cap.ts';
import { type Conversion, canConvert, convert, probe, takePoster } from './convert.ts';
import { EXTENSIONS } from './creative-files.ts';
import { removeLostFiles } from './creative-folder.ts';
import { creativeTable } from './tables.ts';

export interface CreativeJobParts extends Pick<Stores, 'database'> {
  creativeFolder: string;
  now: () => Date;
}

/** Reads a file that was uploaded and makes what players are given of it. Twice makes the same files again. */
export const convertCreativeJob = job({
  name: 'convert-creative',
  data: z.strictObject({ id: z.number().int() }),
  key: ({ id }) => String(id),
  retries: 1,
  expireMinutes: 30,
});

const upkeepJob = job({ name: 'video-upkeep', data: nothing, cron: '37 3 * * *', retries: 1 });

export const creativeJobs = (parts: CreativeJobParts): BoundJob[] => [
  runs(
    convertCreativeJob,
    (run) => convertOne(parts, run),
    // What a stop broke off, and what waited for the program that is there now.
    () => unfinished(parts),
  ),
  runs(upkeepJob, async () => {
    await forgetPersons(parts.database, parts.now());
    await removeLostFiles(parts, parts.creativeFolder);
  }),
];

type Run = Pick<JobRun<{ id: number }, never>, 'data' | 'signal' | 'show'>;

async function convertOne(parts: CreativeJobParts, { data: { id }, signal, show }: Run): Promise<void> {
  const { db } = parts.database;
  const [row] = await db.select().from(creativeTable).where(eq(creativeTable.id, id));
  if (!row || !(await canConvert())) return;
  const file = `${row.fileKey}.${EXTENSIONS[row.mediaType]}`;
  const about = { folder: parts.creativeFolder, file, fileKey: row.fileKey, mediaType: row.mediaType, signal, show };
  try {
    const source = await probe(row.mediaType, `${parts.creativeFolder}/${file}`);
    const conversion: Conversion = { ...about, source };
    await takePoster(conversion);
    const itself = row.renditions.filter((one) => one.file === file);
    const renditions = [...(await convert(conversion)), ...itself];
    await db
      .update(creativeTable)
      .set({ ...source, renditions, poster: true, state: 'ready', problem: '' })
      .where(eq(creativeTable.id, id));
  } catch (error) {
    if (signal.aborted) throw error;
    // The file itself stays playable where it was.
    const state = row.renditions.length > 0 ? 'ready' : 'failed';
    const problem = (error instanceof Error ? error.message : 'unknown').slice(0, 400);
    await db.update(creativeTable).set({ state, problem }).where(eq(creativeTable.id, id));
  }
}

async function unfinished({ database }: CreativeJobParts): Promise<{ id: number }[]> {
  if (!(await canConvert())) return [];
  return database.db
    .select({ id: creativeTable.id })
    .from(creativeTable)
    .where(inArray(creativeTable.state, ['working', 'waiting']));
}
