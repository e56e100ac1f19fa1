import { oneTimeCode, oneTimeToken, recoveryCode } from './access/one-time-tables.ts';
import {
  apiToken,
  appUser,
  menuEntryTable,
  packageRequest,
  packageTable,
  session,
  userPackage,
} from './access/tables.ts';
import { cleanFiles } from './files/clean-files.ts';
import type { Files } from './files/files.ts';
import { idempotentCall } from './http/idempotency.ts';
import { rateCount } from './http/rate-limit.ts';
import { jobCancelTable } from './jobs/job-cancel.ts';
import { jobRunTable } from './jobs/job-runs.ts';
import { mailJobs } from './mail/mail-jobs.ts';
import { mailTable } from './mail/mail-table.ts';
import type { Mailer } from './mail/mailer.ts';
import { personalMails } from './mail/personal-data.ts';
import { serverSlice } from './slice.ts';

/** Tables on which access itself stands, and those of the machinery under every slice. */
export const PLATFORM_SERVER = serverSlice({
  id: 'platform',
  jobs: ({ mailer, files, now }: { mailer: Mailer; files: Files; now: () => Date }) => [
    ...mailJobs(mailer),
    cleanFiles(files, now),
  ],
  tables: [
    { table: appUser, person: 'searched' },
    { table: session, person: 'account' },
    { table: packageTable, person: 'none' },
    { table: userPackage, person: 'account' },
    { table: apiToken, person: 'names', names: [apiToken.author] },
    { table: packageRequest, person: 'account', names: [packageRequest.decidedBy] },
    { table: menuEntryTable, person: 'none' },
    { table: oneTimeCode, person: 'account' },
    { table: oneTimeToken, person: 'account' },
    { table: recoveryCode, person: 'account' },
    { table: idempotentCall, person: 'soon' },
    // Keys are hashes.
    { table: rateCount, person: 'none' },
    { table: mailTable, person: 'searched' },
    { table: jobRunTable, person: 'none' },
    { table: jobCancelTable, person: 'none' },
  ],
  // Written by functions of the database only; `domains/audit` finds and erases the words.
  undeclaredTables: [
    { table: 'audit_entry', person: 'none' },
    { table: 'audit_word', person: 'searched' },
  ],
  personalData: [personalMails],
});
