import { serverSlice } from '#platform/server/slice.ts';
import { evidenceJobs } from './evidence-jobs.ts';
import { type EvidenceParts, evidenceRoutes } from './evidence-routes.ts';
import { personalEvidence } from './personal-data.ts';
import { evidenceTable } from './tables.ts';

/** Archives without a record are deleted by the hour. */
export const EVIDENCE_SERVER = serverSlice({
  id: 'domains/evidence',
  routes: evidenceRoutes,
  jobs: (parts: Omit<EvidenceParts, 'jobs'>) => evidenceJobs(parts),
  tables: [{ table: evidenceTable, person: 'searched', names: [evidenceTable.createdBy] }],
  trafficTables: ['evidence_claim'],
  personalData: [personalEvidence],
});
