import { z } from 'zod';
import { isoDate } from '#platform/contract/date-range.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, fileBody, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { reasonText } from '#platform/contract/reason-text.ts';
import { safeText } from '#platform/contract/safe-text.ts';
import { searchText } from '#platform/contract/search-text.ts';
import { DOCUMENT_KINDS, LINE_KINDS, STATUSES } from './document.ts';
import { customerInfo, invoiceConfig } from './party.ts';

const packageName = z.string().min(1).max(200);
const ofPackage = z.strictObject({ package_name: packageName });
const number = z.number().int();
const key = z.coerce.number().int().min(1).max(2_147_483_647);
const params = z.strictObject({ id: key });
const publisher = z.string().max(2000);
const currency = z.string().refine((code) => Intl.supportedValuesOf('currency').includes(code), 'Unknown currency');
const issuedKind = z.enum(['invoice', 'self_billing']);

/** What pages send: a form. It comes as a stream. */
const sentForm = z.unknown();

const BASE = '/api/reconciliation';

export const customerEndpoints = {
  get: endpoint({
    method: 'GET',
    path: `${BASE}/customer_info`,
    summary: 'Legal details of the customer of a package, or of one of its publishers; null before they are entered',
    access: 'money.write',
    query: z.strictObject({ package_name: packageName, publisher: publisher.default('') }),
    response: envelope(customerInfo.nullable()),
  }),
  put: endpoint({
    method: 'PUT',
    path: `${BASE}/customer_info`,
    summary: 'The same as a form (multipart/form-data); `tax_ids` may be sent several times',
    access: 'money.write',
    query: ofPackage,
    upload: true,
    body: sentForm,
    response: envelope(customerInfo),
  }),
};

export const configEndpoints = {
  get: endpoint({
    method: 'GET',
    path: `${BASE}/invoice_config`,
    summary: 'Who issues the invoices of a package, how they are numbered and taxed; null before it is entered',
    access: 'money.write',
    query: ofPackage,
    response: envelope(invoiceConfig.nullable()).extend({ e_invoices: z.boolean() }),
  }),
  put: endpoint({
    method: 'PUT',
    path: `${BASE}/invoice_config`,
    summary:
      'The same as a form (multipart/form-data): `logo` is a PNG or JPEG of 1 MB, `logo=remove` takes it out, `tax_rules` is JSON',
    access: 'money.write',
    query: ofPackage,
    upload: true,
    body: sentForm,
    response: envelope(invoiceConfig),
  }),
  logo: endpoint({
    method: 'GET',
    path: `${BASE}/invoice_config/logo`,
    summary: 'The logo as it is printed',
    access: 'money.write',
    query: ofPackage,
    response: fileBody,
    answer: 'file',
  }),
};

const invoiceView = z.object({
  id: number,
  kind: z.enum(DOCUMENT_KINDS),
  number: z.string(),
  /** '' where it is no self-billing. */
  publisher: z.string(),
  customer: z.string(),
  period_from: z.string(),
  period_to: z.string(),
  issued_on: z.string(),
  /** Null of a credit note. */
  due_on: z.string().nullable(),
  currency: z.string(),
  net: z.string(),
  tax: z.string(),
  withholding: z.string(),
  payable: z.string(),
  paid: z.string(),
  status: z.enum(STATUSES),
  corrects: z.string().nullable(),
  /** By credit notes about parts of it: so much less is to be paid. */
  credited: z.string(),
  credited_by: z.string().nullable(),
  settlements: z.array(number),
  has_xml: z.boolean(),
  /** No tax is shown, and no rule says why. */
  without_rule: z.boolean(),
  sha256: z.string(),
  sent_to: z.string(),
  sent_at: z.string().nullable(),
  /** It is asked to be sent, and was not handed over yet. */
  send_waits: z.boolean(),
  created_by: z.string(),
  created_at: z.string(),
});
export type InvoiceView = z.infer<typeof invoiceView>;

/** A line of a document, and what of it no credit note has taken back. */
const creditableLine = z.object({
  line: number,
  publisher: z.string(),
  campaign: z.string(),
  event: z.string(),
  kind: z.enum(LINE_KINDS),
  amount: z.string(),
  left: z.string(),
});
export type CreditableLine = z.infer<typeof creditableLine>;

const amountAboveZero = z
  .string()
  .refine((text) => !/^[-−]|^0*(\.0*)?$/.test(text), { message: 'An amount above zero', abort: true })
  .regex(/^\d{1,12}(\.\d{1,6})?$/, 'An amount such as 1250.00');

const payment = z.object({
  id: number,
  paid_on: z.string(),
  amount: z.string(),
  reference: z.string(),
  author: z.string(),
});

const invoiceBatch = z.object({
  id: number,
  kind: issuedKind,
  period_from: z.string(),
  period_to: z.string(),
  total: number,
  done: number,
  /** The first hundred that could not be issued, and why. */
  failed: z.array(z.object({ publisher: z.string(), currency: z.string(), why: z.string() })),
  failures: number,
  finished_at: z.string().nullable(),
  created_by: z.string(),
  created_at: z.string(),
});

const asked = {
  package_name: packageName,
  kind: issuedKind.default('invoice'),
  publisher: publisher.optional(),
  fromDate: isoDate.optional(),
  toDate: isoDate.optional(),
  /** Needed where the reports are in several. */
  currency: currency.optional(),
};

export const invoiceEndpoints = {
  list: endpoint({
    method: 'GET',
    path: `${BASE}/invoice`,
    summary: 'Invoices, self-billed credit notes and corrections of a package, the newest first',
    access: 'money.write',
    query: z.strictObject({
      package_name: packageName,
      status: z.enum(STATUSES).optional(),
      search: searchText.optional(),
      ...pageQuery,
    }),
    /** `mailbox`: what is sent lies in the mailbox of the machine, and goes to nobody. */
    response: pagedEnvelope(invoiceView).extend({ mail: z.enum(['smtp', 'mailbox', 'off']) }),
  }),
  file: endpoint({
    method: 'GET',
    path: `${BASE}/generate_invoice`,
    summary: 'The PDF of an issued document, or an unnumbered draft of one; it changes nothing',
    access: 'money.write',
    query: z.strictObject({
      ...asked,
      /** Of an issued document. */
      id: key.optional(),
      settlement: z.union([key, z.array(key).max(500)]).optional(),
      format: z.enum(['pdf', 'xml']).default('pdf'),
    }),
    response: fileBody,
    answer: 'file',
  }),
  issue: endpoint({
    method: 'POST',
    path: `${BASE}/generate_invoice`,
    summary: 'Issue a document for approved payout reports, once: asked for again the same one is answered',
    access: 'money.write',
    body: z.strictObject({ ...asked, settlements: z.array(number.positive()).max(500).default([]) }),
    response: envelope(invoiceView),
  }),
  credit: endpoint({
    method: 'POST',
    path: `${BASE}/invoice/:id/credit`,
    summary: 'Correct a document by a credit note; its payout reports wait for a new one',
    access: 'money.write',
    params,
    response: envelope(invoiceView),
  }),
  lines: endpoint({
    method: 'GET',
    path: `${BASE}/invoice/:id/line`,
    summary: 'Lines of a document and what of each, and of all without tax, credit notes have left',
    access: 'money.write',
    params,
    response: envelope(z.object({ lines: z.array(creditableLine), net_left: z.string() })),
  }),
  credit_part: endpoint({
    method: 'POST',
    path: `${BASE}/invoice/:id/credit_part`,
    summary:
      'Credit amounts of lines without tax, never more than is left; `net_left` as it was read. All that is left is credited as a whole',
    access: 'money.write',
    params,
    form: { exempt: ['lines', 'net_left'] },
    body: z.strictObject({
      lines: z
        .array(z.strictObject({ line: number.min(1), amount: amountAboveZero }))
        .min(1)
        .max(500),
      reason: reasonText,
      net_left: z.string().regex(/^\d{1,14}(\.\d{1,6})?$/, 'An amount such as 1250.00'),
    }),
    response: envelope(invoiceView),
  }),
  send: endpoint({
    method: 'POST',
    path: `${BASE}/invoice/:id/send`,
    summary: 'Send a document to whom it bills by mail',
    access: 'money.write',
    params,
    response: envelope(invoiceView),
  }),
  payments: endpoint({
    method: 'GET',
    path: `${BASE}/invoice/:id/payment`,
    summary: 'What was paid of a document',
    access: 'money.write',
    params,
    response: envelope(z.array(payment)),
  }),
  pay: endpoint({
    method: 'POST',
    path: `${BASE}/invoice/:id/payment`,
    summary: 'A payment of a document; the same day, amount and reference again is the same payment',
    access: 'money.write',
    params,
    form: { exempt: [] },
    body: z.strictObject({
      paid_on: isoDate,
      amount: amountAboveZero,
      reference: safeText(140).default(''),
    }),
    response: envelope(invoiceView),
  }),
  unpay: endpoint({
    method: 'DELETE',
    path: `${BASE}/invoice/:id/payment/:payment`,
    summary: 'Take out a payment that was entered by mistake',
    access: 'money.write',
    params: z.strictObject({ id: key, payment: key }),
    response: envelope(invoiceView),
  }),
  batch: endpoint({
    method: 'POST',
    path: `${BASE}/invoice_batch`,
    summary: 'Issue a document for each approved payout report of a period, as a job',
    access: 'money.write',
    body: z.strictObject({
      package_name: packageName,
      kind: issuedKind,
      period_from: isoDate,
      period_to: isoDate,
    }),
    response: envelope(invoiceBatch),
  }),
  batches: endpoint({
    method: 'GET',
    path: `${BASE}/invoice_batch`,
    summary: 'The newest runs of a package and how far they are',
    access: 'money.write',
    query: ofPackage,
    response: envelope(z.array(invoiceBatch)),
  }),
};

export type InvoiceBatch = z.infer<typeof invoiceBatch>;
export type Payment = z.infer<typeof payment>;
