import { serverSlice } from '#platform/server/slice.ts';
import { linkRoutes } from './link-routes.ts';
import type { LinkParts } from './links.ts';
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
  uploadTable,
} from './tables.ts';

export const TRACKING_SERVER = serverSlice({
  id: 'domains/tracking',
  routes: (parts: ReportParts & LinkParts) => [...setupRoutes(parts), ...reportRoutes(parts)],
  everywhere: (parts: ReportParts & LinkParts) => linkRoutes(parts),
  tables: [
    { table: campaignTable, person: 'names', names: [campaignTable.createdBy] },
    { table: goalTable, person: 'none' },
    { table: landingPageTable, person: 'names', names: [landingPageTable.createdBy] },
    { table: campaignLandingTable, person: 'none' },
    { table: trackingPublisherTable, person: 'none' },
    { table: overrideTable, person: 'none' },
    { table: capTable, person: 'names', names: [capTable.createdBy] },
    { table: capUseTable, person: 'none' },
    { table: touchTable, person: 'soon' },
    { table: conversionTable, person: 'none' },
    { table: postbackTable, person: 'soon' },
    { table: noticeTable, person: 'soon' },
    { table: uploadTable, person: 'names', names: [uploadTable.createdBy] },
    { table: endedTable, person: 'none' },
    { table: changeTable, person: 'none' },
    { table: challengeTable, person: 'soon' },
  ],
});
