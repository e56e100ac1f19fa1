import { z } from 'zod';
import { type BoundJob, job, nothing, runs } from '#platform/server/jobs/job.ts';
import { runBatch, unfinishedBatches } from './batch-store.ts';
import type { InvoiceJobParts } from './invoice-parts.ts';
import { dropSent, sendAsked } from './send.ts';

const one = z.strictObject({ id: z.number().int() });
const key = ({ id }: { id: number }) => String(id);

export const sendInvoiceJob = job({ name: 'send-invoice', data: one, key });

export const invoiceBatchJob = job({
  name: 'issue-invoices',
  data: one,
  key,
  retries: 1,
  expireMinutes: 120,
  resume: { queue: 'resume-invoices', cron: '10 * * * *' },
});

const dropSentJob = job({ name: 'drop-sent-invoices', data: nothing, cron: '5 3 * * *' });

export const invoiceJobs = (parts: InvoiceJobParts): BoundJob[] => [
  runs(sendInvoiceJob, ({ data: { id } }) => sendAsked(parts, id)),
  runs(
    invoiceBatchJob,
    ({ data: { id }, scope, signal, show }) => runBatch(scope, parts, id, { signal, show }),
    () => unfinishedBatches(parts),
  ),
  runs(dropSentJob, () => dropSent(parts.files, parts.now())),
];
