import { bare, FINE, PAGE, pageOf, ruled, type Write, writeIn } from '#analytics/server/paper/style.ts';
import { PAPER } from '#platform/contract/charts/paper-colours.ts';
import type { Locale } from '#platform/contract/locales.ts';
import type { Content, PdfDocument, Style, TableCell } from '#platform/server/pdf/content.ts';
import { spell } from '#platform/server/pdf/fonts.ts';
import type { InvoicePaper } from './paper.ts';

const NBSP = '\u00a0';
const LOGO = [170, 64] as const;
const SUMS_WIDTH = 250;
/** Points there are at least for a word of each place. */
const ROOM = { page: 0.9 * PAGE.width, seller: 220, buyer: 200, fact: 120, line: 120, sum: 120 } as const;

/** An invoice as a document: who bills whom, what for, and what it comes to. */
export function invoiceDocument(paper: InvoicePaper): PdfDocument {
  const write = writeIn(paper.locale);
  return {
    ...pageOf(
      { ...paper, bottom: 56 },
      write,
      lines(paper.foot.left.split('\n'), write, { style: FINE, room: PAGE.width - 60 }),
    ),
    content: [
      ...(paper.draft ? [draftNote(paper.draft, write)] : []),
      headOf(paper, write),
      partiesOf(paper, write),
      linesOf(paper, write),
      sumsOf(paper, write),
      ...paper.notes.map(({ label, text }) => noteOf(label, text, write)),
    ],
    ...(paper.draft ? { watermark: markOf(paper.draft.mark, paper.locale) } : {}),
  };
}

const lines = (
  texts: readonly string[],
  write: Write,
  { style, room }: { style?: Style; room: number },
): { stack: Content[] } => ({
  stack: texts.map((text) => write(text === '' ? ' ' : text, style, room)),
});

const markOf = (text: string, locale: Locale) => ({
  text,
  font: spell(text, locale)[0]?.face ?? 'Inter',
  color: PAPER.fraud,
  opacity: 0.12,
  bold: true,
});

const draftNote = ({ mark, why }: NonNullable<InvoicePaper['draft']>, write: Write): Content => ({
  margin: [0, 0, 0, 12],
  table: {
    widths: ['*'],
    body: [
      [
        {
          stack: [write(mark, { fontSize: 12, bold: true, color: PAPER.fraud }), write(why, { fontSize: 8.5 })],
          margin: [6, 4, 6, 3],
        },
      ],
    ],
  },
  layout: { hLineColor: () => PAPER.fraud, vLineColor: () => PAPER.fraud },
});

const headOf = ({ logo, seller, title }: InvoicePaper, write: Write): Content => ({
  stack: [
    {
      columns: [
        logo === null ? { text: '', width: '*' } : { image: logo, fit: LOGO, width: '*' },
        {
          ...lines(seller.slice(1), write, {
            style: { fontSize: 8, color: PAPER.muted, alignment: 'right' },
            room: ROOM.seller,
          }),
          width: 240,
        },
      ],
      columnGap: 12,
    },
    write(seller[0] ?? '', { fontSize: 11, bold: true, margin: [0, 10, 0, 0] }, ROOM.page),
    write(title, { fontSize: 20, bold: true, margin: [0, 12, 0, 10] }, ROOM.page),
  ],
});

const partiesOf = ({ buyer, facts }: InvoicePaper, write: Write): Content => ({
  columnGap: PAGE.gap,
  columns: [
    {
      width: '*',
      stack: [
        write(buyer.label, { fontSize: 8, color: PAPER.muted, margin: [0, 0, 0, 2] }),
        write(buyer.lines[0] ?? '', { bold: true }, ROOM.buyer),
        ...lines(buyer.lines.slice(1), write, { room: ROOM.buyer }).stack,
      ],
    },
    {
      width: 260,
      table: {
        widths: ['auto', '*'],
        body: facts.map(({ label, value }): TableCell[] => [
          write(label, { fontSize: 8, color: PAPER.muted }),
          write(value, { alignment: 'right' }, ROOM.fact),
        ]),
      },
      layout: bare(8),
    },
  ],
});

const linesOf = ({ heads, rows }: InvoicePaper, write: Write): Content => ({
  margin: [0, 18, 0, 0],
  table: {
    headerRows: 1,
    dontBreakRows: true,
    widths: ['*', 'auto', 'auto', 'auto', 'auto'],
    body: [
      heads.map(
        (head, at): TableCell =>
          write(head, { fontSize: 8, color: PAPER.muted, ...(at > 1 ? { alignment: 'right' } : {}) }),
      ),
      ...rows.map(({ what, more, how, period, ...numbers }): TableCell[] => [
        {
          stack: [
            write(what, {}, ROOM.line),
            ...[more, how]
              .filter((text) => text !== '')
              .map((text) => write(text, { fontSize: 8, color: PAPER.muted }, ROOM.line)),
          ],
        },
        write(period, { fontSize: 8 }),
        over(numbers.units, numbers.unit, write),
        over(numbers.rate, numbers.per.replaceAll(' ', NBSP), write),
        write(numbers.amount, { alignment: 'right', noWrap: true }),
      ]),
    ],
  },
  layout: ruled(1),
});

/** A number, and below it what it is of. */
const over = (value: string, of: string, write: Write): TableCell => ({
  stack: [
    write(value, { alignment: 'right', noWrap: true }),
    ...(of === '' ? [] : [write(of, { fontSize: 8, color: PAPER.muted, alignment: 'right' })]),
  ],
});

const sumsOf = ({ sums }: InvoicePaper, write: Write): Content => ({
  unbreakable: true,
  margin: [PAGE.width - SUMS_WIDTH, 8, 0, 0],
  table: {
    widths: ['*', 'auto'],
    body: sums.map(({ label, value, strong }): TableCell[] => {
      const style = strong ? { bold: true, fontSize: 11 } : {};
      return [write(label, style, ROOM.sum), write(value, { ...style, alignment: 'right' })];
    }),
  },
  layout: ruled(0),
});

const noteOf = (label: string, text: string, write: Write): Content => ({
  unbreakable: true,
  margin: [0, 14, 0, 0],
  stack: [
    write(label, { fontSize: 8, color: PAPER.muted, margin: [0, 0, 0, 2] }),
    ...lines(text.split('\n'), write, { room: ROOM.page }).stack,
  ],
});
