import { bare, HAIR, pageOf, type Write, writeIn } from '#analytics/server/paper/style.ts';
import { PAPER } from '#platform/contract/charts/paper-colours.ts';
import type { Locale } from '#platform/contract/locales.ts';
import type { Content, PdfDocument, TableCell } from '#platform/server/pdf/content.ts';

/** The cover of an evidence file in words. */
export interface Cover {
  locale: Locale;
  title: string;
  about: readonly { label: string; value: string }[];
  headline: string;
  notes: readonly string[];
  why: { head: readonly string[]; rows: readonly (readonly string[])[]; totals: readonly (readonly string[])[] };
  rules: readonly string[];
  examples: readonly { title: string; id: string; sentence: string; rules: readonly string[] }[];
  method: readonly string[];
  check: readonly string[];
  titles: Readonly<Record<'why' | 'rules' | 'examples' | 'method' | 'check', string>>;
  foot: { left: string; page: string };
  /** ISO. */
  made: string;
}

const SMALL = 8;
const MUTED = { fontSize: SMALL, color: PAPER.muted };

/** Amounts stand at the right. */
const NUMBERS_FROM = 3;

export function documentOf(cover: Cover): PdfDocument {
  const write = writeIn(cover.locale);
  const { titles } = cover;
  return {
    ...pageOf(cover, write),
    content: [
      write('Adsieve', { fontSize: 9, bold: true, color: PAPER.muted }),
      write(cover.title, { fontSize: 20, bold: true, margin: [0, 6, 0, 8] }),
      aboutTable(cover, write),
      answerOf(cover, write),
      ...cover.notes.map((note) => write(note, { ...MUTED, margin: [0, 2, 0, 0] })),
      section(titles.why, [whyTable(cover, write)], write),
      ...(cover.rules.length === 0
        ? []
        : [write(`${titles.rules}: ${cover.rules.join(' · ')}`, { ...MUTED, margin: [0, 6, 0, 0] })]),
      section(
        titles.examples,
        cover.examples.map((example, at) => exampleOf(example, at + 1, write)),
        write,
      ),
      section(
        titles.method,
        cover.method.map((text) => write(text, { margin: [0, 0, 0, 4] })),
        write,
      ),
      section(
        titles.check,
        cover.check.map((text, at) => write(text, at === 0 ? { margin: [0, 0, 0, 3] } : MUTED)),
        write,
      ),
    ],
  };
}

const section = (title: string, parts: readonly Content[], write: Write): Content => {
  const [first, ...rest] = parts;
  const head = write(title, { fontSize: 12, bold: true, margin: [0, 14, 0, 6] });
  // The title never stands alone at the foot of a page.
  return { stack: [{ stack: first ? [head, first] : [head], unbreakable: true }, ...rest] };
};

const aboutTable = ({ about }: Cover, write: Write): Content => ({
  table: {
    widths: ['auto', '*'],
    body: about.map(({ label, value }): TableCell[] => [write(label, MUTED), write(value, { fontSize: 8.5 })]),
  },
  layout: bare(12),
});

const answerOf = ({ headline }: Cover, write: Write): Content => ({
  margin: [0, 12, 0, 4],
  table: {
    widths: ['*'],
    body: [[{ ...write(headline, { fontSize: 12, bold: true }), fillColor: PAPER['surface-0'], margin: [8, 7, 8, 6] }]],
  },
  layout: 'noBorders',
});

function whyTable({ why }: Cover, write: Write): Content {
  const cell =
    (look: Readonly<Record<string, unknown>>) =>
    (text: string, at: number): TableCell =>
      write(text, { ...look, alignment: at >= NUMBERS_FROM ? 'right' : 'left' });
  return {
    table: {
      headerRows: 1,
      widths: ['*', '*', 'auto', 'auto', 'auto'],
      body: [
        why.head.map(cell(MUTED)),
        ...why.rows.map((row) => row.map(cell({ fontSize: 8.5 }))),
        ...why.totals.map((row) => row.map(cell({ fontSize: 8.5, bold: true }))),
      ],
    },
    layout: {
      hLineWidth: (at) => (at === 0 ? 0 : HAIR),
      hLineColor: () => PAPER.line,
      vLineWidth: () => 0,
      paddingTop: () => 3,
      paddingBottom: () => 2,
      paddingLeft: (at) => (at === 0 ? 0 : 8),
    },
  };
}

const exampleOf = (
  { title, id, sentence, rules }: Cover['examples'][number],
  number: number,
  write: Write,
): Content => ({
  unbreakable: true,
  margin: [0, 0, 0, 7],
  stack: [
    write(`${number}. ${title}`, { bold: true }),
    write(sentence),
    ...rules.map((rule) => write(rule, MUTED)),
    write(id, { fontSize: 6.5, color: PAPER.muted }),
  ],
});
