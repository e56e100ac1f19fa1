import { serverSlice } from '#platform/server/slice.ts';
import { personalReports, personalSchedules } from './personal-data.ts';
import { reportJobs } from './report-jobs.ts';
import { chosenColumnsOf, type ReportParts, reportRoutes } from './report-routes.ts';
import { reportConfig, reportEntry, reportRecipient, reportSchedule } from './tables.ts';

/** Files without an entry are deleted by the hour, so what is erased from the table is gone from the disk soon after. */
export const REPORTS_SERVER = serverSlice({
  id: 'domains/reports',
  routes: reportRoutes,
  jobs: (parts: Omit<ReportParts, 'jobs'>) => reportJobs({ ...parts, chosenColumns: chosenColumnsOf(parts) }),
  tables: [
    { table: reportEntry, person: 'searched', names: [reportEntry.author] },
    { table: reportConfig, person: 'none' },
    { table: reportSchedule, person: 'account' },
    { table: reportRecipient, person: 'account' },
  ],
  personalData: [personalReports, personalSchedules],
});
