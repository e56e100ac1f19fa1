import { eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { type Files, FilesUnavailable } from '#platform/server/files/files.ts';
import { type BoundJob, type JobRun, job, nothing, runs } from '#platform/server/jobs/job.ts';
import type { Stores } from '#platform/server/stores.ts';
import { forgetPersons } from './cap.ts';
import { type Conversion, CreativeFault, canConvert, convert, probe, takePoster } from './convert.ts';
import { EXTENSIONS } from './creative-files.ts';
import { creativeName, removeLostFiles } from './lost-creatives.ts';
import { creativeTable } from './tables.ts';

export interface CreativeJobParts extends Pick<Stores, 'database'> {
  files: Files;
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
    await removeLostFiles(parts, parts.files);
  }),
];

type Run = Pick<JobRun<{ id: number }, never>, 'data' | 'signal' | 'show'>;

async function convertOne(parts: CreativeJobParts, { data: { id }, signal, show }: Run): Promise<void> {
  const { db } = parts.database;
  const [row] = await db.select().from(creativeTable).where(eq(creativeTable.id, id));
  if (!row || !(await canConvert())) return;
  const file = `${row.fileKey}.${EXTENSIONS[row.mediaType]}`;
  const { fileKey, mediaType } = row;
  const { files } = parts;
  try {
    const made = await files.withPath(creativeName(file), async (path) => {
      const source = await probe(mediaType, path);
      const conversion: Conversion = { files, path, fileKey, mediaType, signal, show, source };
      await takePoster(conversion);
      return { source, converted: await convert(conversion) };
    });
    if (!made) throw new CreativeFault('lost');
    const { source, converted } = made;
    const itself = row.renditions.filter((one) => one.file === file);
    const renditions = [...converted, ...itself];
    await db
      .update(creativeTable)
      .set({ ...source, renditions, poster: true, state: 'ready', problem: '' })
      .where(eq(creativeTable.id, id));
  } catch (error) {
    // A storage that is away is worth another try.
    if (signal.aborted || error instanceof FilesUnavailable) throw error;
    // The file itself stays playable where it was.
    const state = row.renditions.length > 0 ? 'ready' : 'failed';
    const problem = error instanceof CreativeFault ? error.problem : 'not_converted';
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
