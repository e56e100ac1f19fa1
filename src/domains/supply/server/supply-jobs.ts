import { z } from 'zod';
import { packageExists } from '#platform/server/access/packages.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
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
  changes: 'figures',
  retries: 1,
  // Five hundred files whose servers let one wait.
  expireMinutes: 180,
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
  changes: 'figures',
  retries: 3,
});

export const dailySupplyJob = job({ name: 'daily-supply', data: nothing, cron: '55 4 * * *', retries: 1 });

export const supplyJobs = (parts: FetchParts): BoundJob[] => [
  runs(fetchSupplyJob, async ({ data, scope, signal }) => {
    if (await packageExists(parts.database, data.package)) await fetchFiles(scope, parts, data.package, signal);
  }),
  runs(compareSupplyJob, async ({ data: { package: packageName, ...file }, scope }) => {
    // Of a package that is gone the erasure takes events and files.
    if (await packageExists(parts.database, packageName)) await putInForce(scope, parts, { ...file, packageName });
  }),
  runs(dailySupplyJob, async ({ enqueue }) => {
    for (const name of await packagesWithFiles(parts)) await enqueue(fetchSupplyJob, { package: name });
  }),
];

/** Those that keep files, and those of which the last was removed and may still be in force. */
async function packagesWithFiles({ database, clickhouse }: FetchParts): Promise<string[]> {
  const stored = await database.db.selectDistinct({ name: supplyFile.packageName }).from(supplyFile);
  const compared = await clickhouse.query<{ name: string }>(
    sql`SELECT DISTINCT toString(package) AS name FROM seller_file FINAL WHERE valid_until > valid_from`,
  );
  const names = [...new Set([...stored, ...compared].map(({ name }) => name))];
  const there = await Promise.all(names.map((name) => packageExists(database, name)));
  return names.filter((_, index) => there[index]);
}
