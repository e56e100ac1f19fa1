import { boolean, date, integer, jsonb, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { DOCUMENT_KINDS, type DocumentData } from '#domains/invoices/contract/document.ts';
import type { InvoiceBatch } from '#domains/invoices/contract/endpoints.ts';
import type { ConfigEdit } from '#domains/invoices/contract/party.ts';
import { bytes, moment, textList } from '#platform/server/postgres/columns.ts';

const day = (name: string) => date(name, { mode: 'string' }).notNull();
const amount = (name: string) => numeric(name, { precision: 20, scale: 6 }).notNull();
const word = (name: string) => text(name).notNull();
const id = () => integer('id').primaryKey().generatedAlwaysAsIdentity();

export const customerTable = pgTable(
  'invoice_customer',
  {
    packageName: word('package_name'),
    publisher: word('publisher').default(''),
    legalName: word('legal_name'),
    address: word('address'),
    postalCode: word('postal_code'),
    city: word('city'),
    stateCode: word('state_code'),
    country: word('country'),
    taxIds: textList('tax_ids'),
    billingEmail: word('billing_email'),
    poNumber: word('po_number'),
    currency: word('currency'),
    updatedBy: word('updated_by'),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.packageName, t.publisher] })],
);

/** As the form has it; the next number stands with its series. */
export type Settings = Omit<ConfigEdit, 'updated_at' | 'next_no'>;

export const configTable = pgTable('invoice_config', {
  packageName: text('package_name').primaryKey(),
  settings: jsonb('settings').$type<Settings>().notNull(),
  logo: bytes('logo'),
  updatedBy: word('updated_by'),
  updatedAt: moment('updated_at').notNull(),
});

export const seriesTable = pgTable(
  'invoice_series',
  {
    packageName: word('package_name'),
    issuer: word('issuer'),
    series: word('series'),
    nextNo: integer('next_no').notNull(),
  },
  (t) => [primaryKey({ columns: [t.packageName, t.issuer, t.series] })],
);

export const invoiceTable = pgTable('invoice', {
  id: id(),
  packageName: word('package_name'),
  kind: text('kind', { enum: DOCUMENT_KINDS }).notNull(),
  issuer: word('issuer'),
  series: word('series'),
  seq: integer('seq').notNull(),
  number: word('number'),
  customer: word('customer'),
  issuedOn: day('issued_on'),
  dueOn: day('due_on'),
  currency: word('currency'),
  payable: amount('payable'),
  data: jsonb('data').$type<DocumentData & { number: string }>().notNull(),
  pdf: bytes('pdf').notNull(),
  sha256: word('sha256'),
  xml: text('xml'),
  corrects: integer('corrects'),
  correctsPart: boolean('corrects_part').notNull().default(false),
  sentTo: word('sent_to').default(''),
  sendAskedAt: moment('send_asked_at'),
  sentAt: moment('sent_at'),
  createdBy: word('created_by'),
  createdAt: moment('created_at').notNull(),
});

export const invoiceReportTable = pgTable(
  'invoice_report',
  {
    invoiceId: integer('invoice_id').notNull(),
    settlementId: integer('settlement_id').notNull(),
    kind: text('kind', { enum: ['invoice', 'self_billing'] }).notNull(),
    currency: word('currency'),
    stands: boolean('stands').notNull().default(true),
  },
  (t) => [primaryKey({ columns: [t.invoiceId, t.settlementId] })],
);

export const paymentTable = pgTable('invoice_payment', {
  id: id(),
  invoiceId: integer('invoice_id').notNull(),
  paidOn: day('paid_on'),
  amount: amount('amount'),
  reference: word('reference'),
  author: word('author'),
  createdAt: moment('created_at').notNull(),
});

export const batchTable = pgTable('invoice_batch', {
  id: id(),
  packageName: word('package_name'),
  kind: text('kind', { enum: ['invoice', 'self_billing'] }).notNull(),
  periodFrom: day('period_from'),
  periodTo: day('period_to'),
  total: integer('total').notNull().default(0),
  done: integer('done').notNull().default(0),
  failures: integer('failures').notNull().default(0),
  failed: jsonb('failed').$type<InvoiceBatch['failed']>().notNull().default([]),
  finishedAt: moment('finished_at'),
  createdBy: word('created_by'),
  createdAt: moment('created_at').notNull(),
});
