import { serverSlice } from '#platform/server/slice.ts';
import { linkRoutes } from './link-routes.ts';
import type { LinkParts } from './links.ts';
import { personalTouches } from './personal-data.ts';
import { type PostbackParts, postbackRoutes } from './postback-routes.ts';
import type { ReportParts } from './reports/report-parts.ts';
import { reportRoutes } from './reports/report-routes.ts';
import { setupRoutes } from './setup-routes.ts';
import {
  campaignLandingTable,
  campaignTable,
  capTable,
  capUseTable,
  challengeTable,
  changeTable,
  conversionTable,
  endedTable,
  goalTable,
  landingPageTable,
  noticeTable,
  overrideTable,
  postbackTable,
  touchTable,
  trackingPublisherTable,
  untakenTable,
  uploadTable,
} from './tables.ts';
import { trackingJobs, trackingLoop, type UpkeepDeps } from './upkeep.ts';
import { workRoutes } from './work-routes.ts';

type Parts = ReportParts & LinkParts & PostbackParts;

export const TRACKING_SERVER = serverSlice({
  id: 'domains/tracking',
  routes: (parts: Parts) => [...setupRoutes(parts), ...workRoutes(parts), ...reportRoutes(parts)],
  everywhere: (parts: Parts) => [...linkRoutes(parts), ...postbackRoutes(parts)],
  loops: (parts: UpkeepDeps) => [trackingLoop(parts)],
  jobs: (parts: UpkeepDeps) => trackingJobs(parts),
  personalData: [personalTouches],
  tables: [
    { table: campaignTable, person: 'names', names: [campaignTable.createdBy] },
    { table: goalTable, person: 'none' },
    { table: landingPageTable, person: 'names', names: [landingPageTable.createdBy] },
    { table: campaignLandingTable, person: 'none' },
    { table: trackingPublisherTable, person: 'none' },
    { table: overrideTable, person: 'none' },
    { table: capTable, person: 'names', names: [capTable.createdBy] },
    { table: capUseTable, person: 'none' },
    { table: touchTable, person: 'searched' },
    { table: conversionTable, person: 'none' },
    { table: postbackTable, person: 'searched' },
    { table: untakenTable, person: 'none' },
    { table: noticeTable, person: 'searched' },
    { table: uploadTable, person: 'names', names: [uploadTable.createdBy] },
    { table: endedTable, person: 'none' },
    { table: changeTable, person: 'none' },
    { table: challengeTable, person: 'soon' },
  ],
});
