import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { type BoundJob, job, nothing, runs } from '#platform/server/jobs/job.ts';
import { SUPPLY_KINDS } from '../contract/supply-file.ts';
import { fetchFiles } from './fetch-file.ts';
import { putInForce } from './in-force.ts';
import type { FetchParts } from './parts.ts';
import { supplyFile } from './tables.ts';

/** Asked for by a person or by the day. */
export const fetchSupplyJob = job({
  name: 'fetch-supply',
  data: z.strictObject({ package: z.string() }),
  key: (files) => files.package,
  retries: 1,
});

/** A version was given, or a file is kept no longer: it says what it was, since its row may be gone. */
export const compareSupplyJob = job({
  name: 'compare-supply',
  data: z.strictObject({
    package: z.string(),
    id: z.number().int(),
    kind: z.enum(SUPPLY_KINDS),
    domain: z.string(),
    apps: z.array(z.string()),
  }),
  key: (file) => `${file.package} ${file.id}`,
  retries: 3,
});

export const dailySupplyJob = job({ name: 'daily-supply', data: nothing, cron: '55 4 * * *', retries: 1 });

export const supplyJobs = (parts: FetchParts): BoundJob[] => [
  runs(fetchSupplyJob, async ({ data, scope, signal }) => {
    await fetchFiles(scope, parts, data.package, signal);
  }),
  runs(compareSupplyJob, async ({ data: { package: packageName, ...file }, scope }) => {
    await putInForce(scope, parts, { ...file, packageName });
  }),
  runs(dailySupplyJob, async ({ enqueue }) => {
    const rows = await parts.database.db
      .selectDistinct({ name: supplyFile.packageName })
      .from(supplyFile)
      .where(eq(supplyFile.watched, true));
    for (const { name } of rows) await enqueue(fetchSupplyJob, { package: name });
  }),
];
