import { configEndpoints, customerEndpoints, invoiceEndpoints } from '#domains/invoices/contract/endpoints.ts';
import { configEdit, customerEdit, MOST_LOGO_BYTES } from '#domains/invoices/contract/party.ts';
import { ok, paged } from '#platform/contract/envelopes.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { readForm } from '#platform/server/http/read-form.ts';
import { ownPackage } from '#traffic/money/server/price-store.ts';
import { addBatch, listBatches } from './batch-store.ts';
import { configOf, logoFile, setConfig } from './config-store.ts';
import { creditableLines, creditDocument, creditPart } from './credit-store.ts';
import { customerOf, setCustomer } from './customer-store.ts';
import { canMakeEInvoices } from './e-invoice.ts';
import { invoiceBatchJob, sendInvoiceJob } from './invoice-jobs.ts';
import type { InvoiceRouteParts } from './invoice-parts.ts';
import { invoiceFile, issueDocument, listInvoices } from './invoice-store.ts';
import { logoOf } from './logo.ts';
import { addPayment, paymentsOf, removePayment } from './payment-store.ts';
import { readFields } from './read-fields.ts';
import { askToSend } from './send.ts';

const CREATED = 'Created successfully !';
const UPDATED = 'Updated successfully !';
const DELETED = 'Deleted  successfully !';
const REMOVE = 'remove';

export const invoiceRoutes = (parts: InvoiceRouteParts): Route[] => [...detailRoutes(parts), ...documentRoutes(parts)];

const typeOf = ({ headers }: { headers: Readonly<Record<string, string | string[] | undefined>> }): string =>
  String(headers['content-type'] ?? '');

const detailRoutes = (parts: InvoiceRouteParts): Route[] => [
  ...implement(customerEndpoints)({
    get: async ({ scope, query }) => ok(await customerOf(scope, parts, query)),
    put: async ({ scope, query, upload, request }) => {
      const packageName = ownPackage(scope, query.package_name);
      const form = await readForm(upload, typeOf(request), 0);
      const edit = readFields(customerEdit, form, { lists: ['tax_ids'] });
      return ok(await setCustomer(scope, parts, packageName, edit), UPDATED);
    },
  }),
  ...implement(configEndpoints)({
    get: async ({ scope, query }) => ({
      ...ok(await configOf(scope, parts, query.package_name)),
      e_invoices: await canMakeEInvoices(),
    }),
    put: async ({ scope, query, upload, request }) => {
      const packageName = ownPackage(scope, query.package_name);
      // One byte more than may be: that it is too much is said at the field.
      const form = await readForm(upload, typeOf(request), 2 * MOST_LOGO_BYTES);
      const edit = readFields(configEdit, form, {
        lists: ['tax_ids'],
        structures: ['tax_rules'],
        files: ['logo'],
      });
      return ok(await setConfig(scope, parts, packageName, edit, await sentLogo(form)), UPDATED);
    },
    logo: async ({ scope, query }) => ({
      fileName: 'logo.png',
      mediaType: 'image/png',
      stream: await logoFile(scope, parts, query.package_name),
    }),
  }),
];

/** A picture, `remove`, or nothing at all. */
async function sentLogo(form: FormData): Promise<Buffer | null | undefined> {
  const sent = form.get('logo');
  if (sent === null || sent === '') return undefined;
  if (typeof sent === 'string') return sent === REMOVE ? null : logoOf(Buffer.from(sent));
  return sent.size === 0 ? undefined : logoOf(Buffer.from(await sent.arrayBuffer()));
}

const documentRoutes = (parts: InvoiceRouteParts): Route[] =>
  implement(invoiceEndpoints)({
    list: async ({ scope, query }) => ({
      ...paged(await listInvoices(scope, parts, query), query.limit),
      mail: parts.mailer.mode,
    }),
    file: ({ scope, query }) => invoiceFile(scope, parts, query),
    issue: async ({ scope, body }) => ok(await issueDocument(scope, parts, body), CREATED),
    credit: async ({ scope, params }) => ok(await creditDocument(scope, parts, params.id), CREATED),
    lines: async ({ scope, params }) => ok(await creditableLines(scope, parts, params.id)),
    credit_part: async ({ scope, params, body }) => ok(await creditPart(scope, parts, params.id, body), CREATED),
    send: async ({ scope, params }) => {
      const asked = await askToSend(scope, parts, params.id);
      await parts.jobs.enqueue(sendInvoiceJob, { id: params.id });
      return ok(asked, UPDATED);
    },
    payments: async ({ scope, params }) => ok(await paymentsOf(scope, parts, params.id)),
    pay: async ({ scope, params, body }) => ok(await addPayment(scope, parts, params.id, body), CREATED),
    unpay: async ({ scope, params }) => ok(await removePayment(scope, parts, params.id, params.payment), DELETED),
    batch: async ({ scope, body }) => {
      const batch = await addBatch(scope, parts, body);
      await parts.jobs.enqueue(invoiceBatchJob, { id: batch.id });
      return ok(batch, CREATED);
    },
    batches: async ({ scope, query }) => ok(await listBatches(scope, parts, query.package_name)),
  });
