import type { DocumentData } from '#domains/invoices/contract/document.ts';
import type { Locale } from '#platform/contract/locales.ts';

/** A document as it is written, in the words of its language: what the thread that draws it is given. */
export interface InvoicePaper {
  locale: Locale;
  title: string;
  /** Of one without a number. */
  draft: { mark: string; why: string } | null;
  /** A data address. */
  logo: string | null;
  seller: readonly string[];
  buyer: { label: string; lines: readonly string[] };
  facts: readonly { label: string; value: string }[];
  heads: readonly [what: string, period: string, units: string, rate: string, amount: string];
  rows: readonly {
    what: string;
    more: string;
    how: string;
    period: string;
    units: string;
    unit: string;
    rate: string;
    per: string;
    amount: string;
  }[];
  sums: readonly { label: string; value: string; strong: boolean }[];
  notes: readonly { label: string; text: string }[];
  foot: { left: string; page: string };
}

/** What is asked of the thread: a drawn document, with its data inside where it is an electronic one. */
export interface ToDraw {
  paper: InvoicePaper;
  embed: DocumentData | null;
}
