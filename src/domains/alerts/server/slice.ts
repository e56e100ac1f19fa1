import { serverSlice } from '#platform/server/slice.ts';
import { alertJobs } from './alert-jobs.ts';
import { alertRoutes } from './alert-routes.ts';
import { personalAlerts } from './personal-data.ts';
import {
  alertDelivery,
  alertEvent,
  alertInbox,
  alertMailWish,
  alertMute,
  alertRecipient,
  alertTable,
} from './tables.ts';

export const ALERTS_SERVER = serverSlice({
  id: 'domains/alerts',
  routes: alertRoutes,
  jobs: alertJobs,
  tables: [
    { table: alertTable, person: 'searched', names: [alertTable.createdBy] },
    { table: alertRecipient, person: 'account' },
    // What was found goes with the alert that names it.
    { table: alertEvent, person: 'searched' },
    { table: alertDelivery, person: 'account' },
    { table: alertInbox, person: 'account' },
    { table: alertMute, person: 'account' },
    { table: alertMailWish, person: 'account' },
  ],
  personalData: [personalAlerts],
});
