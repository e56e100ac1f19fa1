import type { Locale } from '#platform/contract/locales.ts';
import type { EInvoice, TaxCategory } from './party.ts';

/** `invoice` bills the customer, `self_billing` is made in the name of a source, `credit_note` corrects one of them. */
export const DOCUMENT_KINDS = ['invoice', 'self_billing', 'credit_note'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];
export type IssuedKind = Exclude<DocumentKind, 'credit_note'>;

/** What units of a line are: what its payment model counts. */
export const UNITS = [
  'impressions',
  'clicks',
  'visits',
  'installs',
  'actions',
  'leads',
  'sales',
  'returns',
  'events',
] as const;
export type Unit = (typeof UNITS)[number];

/** A credit note is owed by nobody: it is neither open nor overdue. */
export const STATUSES = ['open', 'sent', 'partly_paid', 'paid', 'overdue', 'credited', 'credit_note'] as const;
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

/** `credited` is an amount of a document that a credit note takes back. */
export const LINE_KINDS = ['events', 'extras', 'adjustments', 'credited'] as const;

/** Amounts are decimal text in the currency of the document, with all digits of it. */
export interface DocumentLine {
  kind: (typeof LINE_KINDS)[number];
  publisher: string;
  campaign: string;
  event: string;
  payment_model: string;
  period_from: string;
  period_to: string;
  /** Events that are paid for; null where the amount is not of events. */
  units: number | null;
  /** Documents from before it was said have neither this nor `per` and `how`. */
  unit?: Unit;
  /** Of `per` units: units times rate through `per` is the amount. Null where it comes about otherwise. */
  rate: string | null;
  per?: number;
  /** How else: what was recorded with the events, a share of what they earned, tiers. */
  how?: How;
  /** What somebody said of it. */
  note?: string;
  /** Of a credit note: which line of the document it corrects, from one, it takes from. */
  of?: number;
  amount: string;
}

export type How =
  | { by: 'recorded' }
  | { by: 'share'; percent: string; of: string }
  | {
      by: 'tiers';
      tiers: readonly { up_to: number | null; rate: string }[];
      per: number;
      apply: 'within' | 'all';
      /** All units of the agreement, over which the tiers count. */
      together: number;
    };

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
  /** Of a credit note; one of a self-billed note is one itself. */
  corrects: { number: string; issued_on: string; kind?: IssuedKind } | null;
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
