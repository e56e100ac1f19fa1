import { serverSlice } from '#platform/server/slice.ts';
import { invoiceJobs } from './invoice-jobs.ts';
import type { InvoiceJobParts, InvoiceRouteParts } from './invoice-parts.ts';
import { invoiceRoutes } from './invoice-routes.ts';
import {
  batchTable,
  configTable,
  customerTable,
  invoiceReportTable,
  invoiceTable,
  paymentTable,
  seriesTable,
} from './tables.ts';

export const INVOICES_SERVER = serverSlice({
  id: 'domains/invoices',
  routes: (parts: InvoiceRouteParts) => invoiceRoutes(parts),
  jobs: (parts: InvoiceJobParts) => invoiceJobs(parts),
  tables: [
    { table: customerTable, person: 'names', names: [customerTable.updatedBy] },
    { table: configTable, person: 'names', names: [configTable.updatedBy] },
    { table: seriesTable, person: 'none' },
    { table: invoiceTable, person: 'names', names: [invoiceTable.createdBy] },
    { table: invoiceReportTable, person: 'none' },
    { table: paymentTable, person: 'names', names: [paymentTable.author] },
    { table: batchTable, person: 'names', names: [batchTable.createdBy] },
  ],
});
