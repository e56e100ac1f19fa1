import { serverSlice } from '#platform/server/slice.ts';
import { hygieneJobs } from './analysis-jobs.ts';
import type { HygieneJobParts, HygieneParts } from './hygiene-parts.ts';
import { packageRoutes } from './package-routes.ts';
import { personalAnalyses, personalTalent } from './personal-data.ts';
import { safetyRoutes } from './safety-routes.ts';
import { analysisTable, markTable, policyTable, talentTable, uploadTable } from './tables.ts';

export const HYGIENE_SERVER = serverSlice({
  id: 'domains/hygiene',
  routes: (parts: HygieneParts) => [...safetyRoutes(parts), ...packageRoutes(parts)],
  jobs: (parts: HygieneJobParts) => hygieneJobs(parts),
  tables: [
    { table: uploadTable, person: 'soon', names: [uploadTable.createdBy] },
    { table: analysisTable, person: 'searched', names: [analysisTable.createdBy] },
    { table: policyTable, person: 'names', names: [policyTable.updatedBy] },
    { table: markTable, person: 'names', names: [markTable.createdBy] },
    { table: talentTable, person: 'searched', names: [talentTable.createdBy] },
  ],
  personalData: [personalAnalyses, personalTalent],
});
