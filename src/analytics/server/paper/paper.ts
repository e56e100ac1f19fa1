import type { ChartModel } from '#platform/contract/charts/model.ts';
import type { Locale } from '#platform/contract/locales.ts';

/**
 * A board on paper, decided and worded: nothing in it is a function, so that it can go to the thread that draws it. All
 * texts are in the reader's language.
 */
export interface Paper {
  locale: Locale;
  title: string;
  subtitle: string;
  /** What a page says of itself at its foot; `{page}` and `{pages}` are filled in. */
  foot: { left: string; page: string };
  about: readonly { label: string; value: string }[];
  /** The board as one sentence; strong parts are its numbers. */
  answer: readonly { text: string; strong: boolean }[];
  figures: readonly PaperFigure[];
  /** What the changes are against. */
  compared: string | undefined;
  /** Wide, before the sections. */
  lead: PaperCard | undefined;
  sections: readonly { title: string; cards: readonly PaperCard[] }[];
}

export type PaperTone = 'clean' | 'suspect' | 'fraud' | 'accent';

export interface PaperFigure {
  label: string;
  value: string;
  detail: string;
  change: { text: string; tone: 'good' | 'bad' | 'plain' } | undefined;
  trend: readonly (number | null)[];
  tone: PaperTone;
}

interface Titled {
  title: string;
  /** Unit, zone, what is hatched. */
  caption?: string | undefined;
}

export interface ChartCard extends Titled {
  kind: 'chart';
  model: ChartModel;
  /** Says that a bucket is not complete. */
  open: string;
}

export interface BarLine {
  name: string;
  /** Length of the bar, 0..1 of the longest. */
  length: number;
  parts: readonly { tone: PaperTone; value: number }[];
  value: string;
  share: string;
  /** Ties the bar to its slice of the ring. */
  colour: string | undefined;
}

export interface BarsCard extends Titled {
  kind: 'bars';
  tones: readonly { tone: PaperTone; label: string }[];
  head: { value: string; share: string };
  lines: readonly BarLine[];
  /** What the shown rows leave out. */
  other: { name: string; value: string } | undefined;
  ring: { slices: readonly { colour: string; share: number }[]; value: string; label: string } | undefined;
}

export interface TableCard extends Titled {
  kind: 'table';
  columns: readonly { label: string; right: boolean }[];
  rows: readonly (readonly string[])[];
  total: readonly string[] | undefined;
  /** How many rows are not on the page. */
  more: string | undefined;
}

/** Why there is nothing, or the one value there is. */
export interface NoteCard extends Titled {
  kind: 'note';
  text: string;
}

export type PaperCard = ChartCard | BarsCard | TableCard | NoteCard;

/** Cards that need the width of the page. */
export const isWide = ({ kind }: PaperCard): boolean => kind === 'table';
