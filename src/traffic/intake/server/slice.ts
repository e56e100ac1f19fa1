import type { Jobs } from '#platform/server/jobs/jobs.ts';
import { serverSlice } from '#platform/server/slice.ts';
import { importJobs } from './import-jobs.ts';
import { type ImportRouteDeps, importRoutes } from './import-routes.ts';
import { importFileTable, importMappingTable, importRejectTable, importTable } from './import-tables.ts';
import { install360Routes } from './install-360.ts';
import { personalMappings, personalRejects } from './personal-data.ts';
import type { ImportDeps } from './run-import.ts';

interface IntakeParts {
  imports: ImportDeps;
  jobs: Jobs;
  packageInfo: ImportRouteDeps['packageInfo'];
  now: () => Date;
}

export const INTAKE_SERVER = serverSlice({
  id: 'traffic/intake',
  routes: ({ imports, jobs, packageInfo, now }: IntakeParts) => [
    ...importRoutes({ ...imports, jobs, packageInfo, now }),
    ...install360Routes({ ...imports, packageInfo }),
  ],
  jobs: ({ imports }: { imports: ImportDeps }) => importJobs(imports),
  tables: [
    { table: importTable, person: 'names', names: [importTable.createdBy] },
    { table: importRejectTable, person: 'none' },
    { table: importMappingTable, person: 'searched', names: [importMappingTable.savedBy] },
    { table: importFileTable, person: 'names', names: [importFileTable.storedBy] },
  ],
  trafficTables: ['import_claim'],
  personalData: [personalRejects, personalMappings],
});
