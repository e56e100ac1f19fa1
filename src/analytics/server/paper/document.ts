import { PAPER } from '#platform/contract/charts/paper-colours.ts';
import type { Content, PdfDocument, TableCell } from '#platform/server/pdf/content.ts';
import { spell } from '#platform/server/pdf/fonts.ts';
import { cardContent } from './card-content.ts';
import { isWide, type Paper, type PaperCard, type PaperFigure } from './paper.ts';
import { sparkPicture } from './small-pictures.ts';
import { bare, HAIR, PAGE, pageOf, type Write, writeIn } from './style.ts';

/** A board as a document: what it is, its numbers, its charts and tables. */
export function documentOf(paper: Paper): PdfDocument {
  const write = writeIn(paper.locale);
  const { foot, title } = paper;
  return {
    ...pageOf({ title: `${title} – ${paper.subtitle}`, foot }, write),
    content: [
      headOf(paper, write),
      ...(paper.answer.length > 0 ? [answerOf(paper, write)] : []),
      ...figureRows(paper.figures, write),
      ...(paper.compared === undefined
        ? []
        : [write(paper.compared, { fontSize: 7.5, color: PAPER.muted, margin: [0, 5, 0, 0] })]),
      ...(paper.lead ? [wideCard(paper.lead, paper, 170)] : []),
      ...paper.sections.flatMap(({ title: section, cards }) => sectionContent(section, cards, paper)),
    ],
  };
}

/** The sign of the product: what falls through the sieve is real. */
const MARK = [
  '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 32 32">',
  `<rect width="32" height="32" rx="7" fill="${PAPER.text}"/>`,
  `<path d="M6 9h20l-8 9v6l-4 2v-8z" fill="none" stroke="${PAPER['clean-fill']}" stroke-width="2.4"/>`,
  `<circle cx="9" cy="5.6" r="1.5" fill="${PAPER['surface-1']}"/><circle cx="16" cy="5" r="1.5" fill="${PAPER.fraud}"/>`,
  `<circle cx="23" cy="5.6" r="1.5" fill="${PAPER['surface-1']}"/></svg>`,
].join('');

function headOf({ title, about }: Paper, write: Write): Content {
  return {
    stack: [
      {
        columns: [
          { svg: MARK, width: 16 },
          { ...write('Adsieve', { fontSize: 9, bold: true, color: PAPER.muted, margin: [0, 2.5, 0, 0] }), width: '*' },
        ],
        columnGap: 6,
      },
      write(title, { fontSize: 20, bold: true, margin: [0, 8, 0, 8] }),
      {
        table: {
          widths: ['auto', '*'],
          body: about.map(({ label, value }): TableCell[] => [
            write(label, { fontSize: 8, color: PAPER.muted }),
            write(value, { fontSize: 8.5 }),
          ]),
        },
        layout: bare(12),
      },
    ],
  };
}

const answerOf = ({ answer, locale }: Paper, write: Write): Content => ({
  margin: [0, 12, 0, 2],
  table: {
    widths: ['*'],
    body: [
      [
        {
          ...write('', { fontSize: 11, lineHeight: 1.35 }),
          text: answer.flatMap(({ text, strong }) =>
            spell(text, locale).map((run) => ({ text: run.text, font: run.face, bold: strong })),
          ),
          fillColor: PAPER['surface-0'],
          margin: [8, 6, 8, 5],
        },
      ],
    ],
  },
  layout: 'noBorders',
});

/** Tiles beside each other: seven as four and three. */
function figureRows(figures: readonly PaperFigure[], write: Write): Content[] {
  const lines = Math.ceil(figures.length / 4);
  const across = Math.ceil(figures.length / Math.max(1, lines));
  const rows = Array.from({ length: lines }, (_, at) => figures.slice(at * across, (at + 1) * across));
  return rows.map((row) => ({
    margin: [0, 10, 0, 0],
    table: {
      widths: Array.from({ length: across }, () => '*'),
      body: [Array.from({ length: across }, (_, at): TableCell => (row[at] ? tile(row[at], write) : { text: '' }))],
    },
    layout: {
      hLineWidth: () => 0,
      vLineWidth: (at) => (at > 0 && at < row.length ? HAIR : 0),
      vLineColor: () => PAPER.line,
      paddingLeft: (at) => (at === 0 ? 0 : 10),
      paddingTop: () => 0,
      paddingBottom: () => 0,
    },
  }));
}

/** Letters of a change that leave no room for its line. */
const LONG_CHANGE = 14;
const CHANGES = { good: PAPER.clean, bad: PAPER.fraud, plain: PAPER.muted } as const;
const VALUES = { clean: PAPER.clean, suspect: PAPER.suspect, fraud: PAPER.fraud, accent: PAPER.text } as const;

const tile = ({ label, value, detail, change, trend, tone }: PaperFigure, write: Write): TableCell => ({
  stack: [
    write(label, { fontSize: 8, color: PAPER.muted }),
    write(value, { fontSize: 15, bold: true, color: VALUES[tone], margin: [0, 1, 0, 0] }),
    write(detail, { fontSize: 7, color: PAPER.muted }),
    {
      columns: [
        { ...write(change?.text ?? ' ', { fontSize: 8, color: CHANGES[change?.tone ?? 'plain'] }), width: 'auto' },
        trend.length > 1 && (change?.text.length ?? 0) < LONG_CHANGE
          ? { svg: sparkPicture(trend, tone, 50, 10), width: 50, margin: [0, 1, 0, 0] }
          : { text: '' },
      ],
      columnGap: 6,
    },
  ],
});

const wideCard = (card: PaperCard, { locale }: Paper, height: number): Content => ({
  margin: [0, 14, 0, 0],
  unbreakable: card.kind !== 'table',
  stack: cardContent(card, { locale, width: PAGE.width, height }),
});

const HALF = (PAGE.width - PAGE.gap) / 2;

/** Cards two beside each other, tables as wide as the page; nothing but tables goes over to the next page. */
function sectionContent(title: string, cards: readonly PaperCard[], paper: Paper): Content[] {
  const write = writeIn(paper.locale);
  const half = cards.filter((card) => !isWide(card));
  const pairs = Array.from({ length: Math.ceil(half.length / 2) }, (_, at) => half.slice(at * 2, at * 2 + 2));
  const rows: Content[] = [
    ...pairs.map(
      (pair): Content => ({
        margin: [0, 10, 0, 0],
        unbreakable: true,
        columnGap: PAGE.gap,
        columns: pair.map((card) => ({
          width: HALF,
          stack: cardContent(card, { locale: paper.locale, width: HALF, height: 130 }),
        })),
      }),
    ),
    ...cards.filter(isWide).map((card) => wideCard(card, paper, 150)),
  ];
  const [first, ...rest] = rows;
  const head: Content = {
    ...write(title, { fontSize: 13, bold: true, margin: [0, 18, 0, 0] }),
    headlineLevel: 1,
  };
  // A heading stays with what it is over.
  return first
    ? [
        cards.some((card) => !isWide(card)) ? { unbreakable: true, stack: [head, first] } : head,
        ...(cards.some((card) => !isWide(card)) ? rest : rows),
      ]
    : [];
}
