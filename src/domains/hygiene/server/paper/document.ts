import { bare, PAGE, pageOf, ruled, svgText, type Write, writeIn } from '#analytics/server/paper/style.ts';
import type { Verdict } from '#domains/hygiene/contract/terms.ts';
import { PAPER } from '#platform/contract/charts/paper-colours.ts';
import type { Locale } from '#platform/contract/locales.ts';
import type { Content, PdfDocument, TableCell } from '#platform/server/pdf/content.ts';
import type { PaperBox, PaperTable, Place, ResultPaper } from './paper.ts';

const COLOURS: Readonly<Record<Verdict, string>> = { safe: PAPER.clean, review: PAPER.suspect, unsafe: PAPER.fraud };
/** Points of the picture at most. */
const [MOST_WIDE, MOST_HIGH] = [PAGE.width * 0.56, 300];
const NUMBER_WIDTH = 20;
const COLUMN_GAP = 18;

/** What was found in a file as a document: what it is, the verdict, the picture with places, and what of it is what. */
export function resultDocument(paper: ResultPaper): PdfDocument {
  const write = writeIn(paper.locale);
  return {
    ...pageOf(paper, write),
    content: [
      write(paper.title, { fontSize: 17, bold: true, margin: [0, 0, 0, 10] }, PAGE.width * 0.9),
      headOf(paper, write),
      ...paper.tables.map((table) => tableOf(table, write)),
      ...paper.notes.map(({ label, text }) => noteOf(label, text, write)),
    ],
  };
}

function headOf(paper: ResultPaper, write: Write): Content {
  if (!paper.picture) return { stack: [verdictOf(paper, write, PAGE.width), factsOf(paper, write, PAGE.width)] };
  const { picture } = paper;
  const scale = Math.min(MOST_WIDE / picture.width, MOST_HIGH / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  const room = PAGE.width - width - COLUMN_GAP;
  return {
    columnGap: COLUMN_GAP,
    columns: [
      {
        width,
        stack: [
          { svg: pictureIn(picture, width, height, paper.locale), width },
          ...(picture.caption === ''
            ? []
            : [write(picture.caption, { fontSize: 7, color: PAPER.muted, margin: [0, 3, 0, 0] })]),
        ],
      },
      { width: '*', stack: [verdictOf(paper, write, room), factsOf(paper, write, room)] },
    ],
  };
}

/** The picture with a box at each place, and the number of its row beside it. */
function pictureIn(
  { address, boxes }: NonNullable<ResultPaper['picture']>,
  width: number,
  height: number,
  locale: Locale,
): string {
  const drawn = boxes.flatMap((box) => box.places.map((place) => boxIn(box, place, { width, height, locale })));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><image href="${address}" x="0" y="0" width="${width}" height="${height}"/><rect x="0.3" y="0.3" width="${width - 0.6}" height="${height - 0.6}" fill="none" stroke="${PAPER.line}" stroke-width="0.6"/>${drawn.join('')}</svg>`;
}

/** What is in a box is not drawn over. */
const AROUND = 1.5;
const TAG = { high: 9, digit: 5, size: 7 } as const;

function boxIn(
  { number, isAsked }: PaperBox,
  [left, top, wide, high]: Place,
  { width, height, locale }: { width: number; height: number; locale: Locale },
): string {
  const inside = (share: number): number => Math.min(1, Math.max(0, share));
  const [x, y] = [Math.max(0, inside(left) * width - AROUND), Math.max(0, inside(top) * height - AROUND)];
  const w = Math.min(width, inside(left + wide) * width + AROUND) - x;
  const h = Math.min(height, inside(top + high) * height + AROUND) - y;
  const colour = isAsked ? PAPER.fraud : PAPER.accent;
  const tag = 4 + TAG.digit * String(number).length;
  // Above the box where there is room, else inside of it.
  const [tagX, tagY] = [Math.min(x, width - tag), y >= TAG.high ? y - TAG.high : y];
  const rect = (look: string): string =>
    `<rect x="${x.toFixed(2)}" y="${y.toFixed(2)}" width="${w.toFixed(2)}" height="${h.toFixed(2)}" fill="none" ${look}/>`;
  return [
    rect('stroke="#ffffff" stroke-width="2" stroke-opacity="0.7"'),
    rect(`stroke="${colour}" stroke-width="1"`),
    `<rect x="${tagX.toFixed(2)}" y="${tagY.toFixed(2)}" width="${tag}" height="${TAG.high}" fill="${colour}"/>`,
    svgText(String(number), locale, { x: tagX + tag / 2, y: tagY + 7, size: TAG.size, fill: '#ffffff', weight: 600 }),
  ].join('');
}

const verdictOf = ({ verdict: { is, word, reasons, more } }: ResultPaper, write: Write, room: number): Content => ({
  stack: [
    write(word, { fontSize: 14, bold: true, color: COLOURS[is], margin: [0, 0, 0, 2] }),
    ...reasons.map((reason) => write(reason, { margin: [0, 0, 0, 2] }, room)),
    ...more.map((text) => write(text, { fontSize: 7.5, color: PAPER.muted, margin: [0, 2, 0, 0] }, room)),
  ],
});

const factsOf = ({ facts }: ResultPaper, write: Write, room: number): Content => ({
  margin: [0, 10, 0, 0],
  table: {
    widths: ['auto', '*'],
    body: facts.map(({ label, value }): TableCell[] => [
      write(label, { fontSize: 8, color: PAPER.muted, noWrap: true }),
      write(value, {}, room * 0.55),
    ]),
  },
  layout: bare(8),
});

/** Of four columns the name has most; of a table without numbers there is no column for them. */
function tableOf({ title, heads, rows }: PaperTable, write: Write): Content {
  const isNumbered = rows.some(({ number }) => number !== null);
  const head = (text: string): TableCell => write(text, { fontSize: 8, color: PAPER.muted });
  const widths = heads.length === 4 ? ['*', 62, '*', 80] : heads.length === 3 ? ['*', 120, '*'] : [140, '*'];
  const room = heads.length === 4 ? 160 : 200;
  return {
    margin: [0, 16, 0, 0],
    table: {
      headerRows: 2,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      widths: isNumbered ? [NUMBER_WIDTH, ...widths] : widths,
      body: [
        [
          {
            ...write(title, { fontSize: 11, bold: true }, PAGE.width * 0.9),
            colSpan: widths.length + (isNumbered ? 1 : 0),
          },
          ...Array.from({ length: widths.length - (isNumbered ? 0 : 1) }, () => ''),
        ],
        [...(isNumbered ? [head('')] : []), ...heads.map(head)],
        ...rows.map(({ number, cells }): TableCell[] => [
          ...(isNumbered ? [write(number === null ? '' : String(number), { bold: true })] : []),
          ...cells.map((cell) => write(cell, {}, room)),
        ]),
      ],
    },
    layout: ruled(2),
  };
}

const noteOf = (label: string, text: string, write: Write): Content => ({
  margin: [0, 14, 0, 0],
  stack: [
    write(label, { fontSize: 8, color: PAPER.muted, margin: [0, 0, 0, 2] }),
    ...text.split('\n').map((line) => write(line === '' ? ' ' : line, {}, PAGE.width * 0.9)),
  ],
});
