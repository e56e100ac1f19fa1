import type { Locale } from '#platform/contract/locales.ts';
import type { EInvoice, TaxCategory } from './party.ts';

/** `invoice` bills the customer, `self_billing` is made in the name of a source, `credit_note` corrects one of them. */
export const DOCUMENT_KINDS = ['invoice', 'self_billing', 'credit_note'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];
export type IssuedKind = Exclude<DocumentKind, 'credit_note'>;

/** Codes of UNTDID 1001. */
export const TYPE_CODES = { invoice: '380', self_billing: '389', credit_note: '381' } as const satisfies Record<
  DocumentKind,
  string
>;

export const STATUSES = ['open', 'sent', 'partly_paid', 'paid', 'overdue', 'credited'] as const;
export type InvoiceStatus = (typeof STATUSES)[number];

export interface Party {
  legal_name: string;
  address: string;
  postal_code: string;
  city: string;
  state_code: string;
  country: string;
  tax_ids: string[];
  email: string;
}

/** Amounts are decimal text in the currency of the document, with all digits of it. */
export interface DocumentLine {
  kind: 'events' | 'extras' | 'adjustments';
  publisher: string;
  campaign: string;
  event: string;
  payment_model: string;
  period_from: string;
  period_to: string;
  /** Events that are paid for; null where the amount is not of events. */
  units: number | null;
  rate: string | null;
  amount: string;
}

export interface DocumentTax {
  name: string;
  percent: string;
  amount: string;
}

/** All a document says, frozen when it is issued: it is drawn from nothing else but the logo. */
export interface DocumentData {
  kind: DocumentKind;
  /** Null of a draft. */
  number: string | null;
  issued_on: string;
  due_on: string;
  period_from: string;
  period_to: string;
  currency: string;
  locale: Locale;
  seller: Party & { bank: string };
  buyer: Party & { po_number: string };
  corrects: { number: string; issued_on: string } | null;
  lines: DocumentLine[];
  net: string;
  category: TaxCategory | null;
  taxes: DocumentTax[];
  tax_note: string;
  tax: string;
  withholding: string;
  payable: string;
  /** The same in the currency of the buyer, by the rate of a day. */
  second: { currency: string; rate: string; day: string; payable: string } | null;
  terms: string;
  footer: string;
  e_invoice: EInvoice;
}
