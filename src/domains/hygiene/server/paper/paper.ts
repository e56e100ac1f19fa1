import type { Verdict } from '#domains/hygiene/contract/terms.ts';
import type { Locale } from '#platform/contract/locales.ts';

/** Left, top, width and height as shares of the picture. */
export type Place = readonly [left: number, top: number, width: number, height: number];

export interface PaperBox {
  number: number;
  places: readonly Place[];
  /** Whether the policy has to do with it. */
  isAsked: boolean;
}

/** Rows below heads; `number` is that of the box, null for what has no place. */
export interface PaperTable {
  title: string;
  heads: readonly string[];
  rows: readonly { number: number | null; cells: readonly string[] }[];
}

/** What was found in a file as it is written, in the words of a language: what the thread that draws it is given. */
export interface ResultPaper {
  locale: Locale;
  title: string;
  facts: readonly { label: string; value: string }[];
  verdict: { is: Verdict; word: string; reasons: readonly string[]; more: readonly string[] };
  /** A data address; null for a recording and for what has none. */
  picture: { address: string; width: number; height: number; boxes: readonly PaperBox[]; caption: string } | null;
  tables: readonly PaperTable[];
  notes: readonly { label: string; text: string }[];
  foot: { left: string; page: string };
}
