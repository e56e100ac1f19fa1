import { PAPER } from '#platform/contract/charts/paper-colours.ts';
import type { Locale } from '#platform/contract/locales.ts';
import type { Content, TableCell } from '#platform/server/pdf/content.ts';
import { widthOf } from '#platform/server/pdf/fonts.ts';
import { chartPicture } from './chart-picture.ts';
import type { BarsCard, ChartCard, NoteCard, PaperCard, TableCard } from './paper.ts';
import { barPicture, keyPicture, ringPicture, swatchPicture } from './small-pictures.ts';
import { HAIR, svgText, type Write, writeIn } from './style.ts';

interface Room {
  locale: Locale;
  width: number;
  /** Of a chart. */
  height: number;
}

const SMALL = 7.5;

/** A card: its title, what it counts, and what is drawn. */
export function cardContent(card: PaperCard, room: Room): Content[] {
  const write = writeIn(room.locale);
  return [
    write(card.title, { fontSize: 10, bold: true }),
    ...(card.caption === undefined ? [] : [write(card.caption, { fontSize: 7, color: PAPER.muted })]),
    ...drawn(card, room, write),
  ];
}

function drawn(card: PaperCard, room: Room, write: Write): Content[] {
  if (card.kind === 'chart') return [chart(card, room)];
  if (card.kind === 'bars') return bars(card, room, write);
  if (card.kind === 'table') return table(card, room, write);
  return [note(card, write)];
}

const chart = ({ model, open }: ChartCard, { locale, width, height }: Room): Content => ({
  svg: chartPicture(model, { width, height }, locale, open),
  width,
  margin: [0, 4, 0, 0],
});

const note = ({ text }: NoteCard, write: Write): Content =>
  write(text, { fontSize: 8, color: PAPER.muted, margin: [0, 4, 0, 0] });

/** By which strong letters are wider. */
const BOLDER = 1.09;
const RING = 72;
const [VALUE, SHARE] = [40, 44];

function bars(card: BarsCard, room: Room, write: Write): Content[] {
  const width = card.ring ? room.width - RING : room.width;
  const list = barList(card, { ...room, width }, write);
  if (!card.ring) return [list];
  const picture = ringPicture(card.ring, (text, look) => svgText(text, room.locale, look));
  return [
    {
      columns: [
        { width: RING - 8, margin: [0, 8, 0, 0], svg: picture },
        { width: '*', stack: [list] },
      ],
      columnGap: 8,
    },
  ];
}

/** Names, bars and numbers. */
function barList({ tones, head, lines, other, ring }: BarsCard, { width, locale }: Room, write: Write): Content {
  // A ring draws already what bars would.
  const track = ring ? 0 : width - Math.min(width * 0.38, 130) - VALUE - SHARE - 24;
  const names = width - track - VALUE - SHARE - 24;
  const numbers = { fontSize: SMALL, alignment: 'right' } as const;
  const headed = { ...numbers, fontSize: 6.5, color: PAPER.muted };
  const key: Content = {
    columns: tones.flatMap(({ tone, label }): Content[] => [
      { svg: keyPicture(tone), width: 5, margin: [0, 1, 0, 0] },
      { ...write(label, { fontSize: 6.5, color: PAPER.muted }), width: 'auto' },
    ]),
    columnGap: 3,
  };
  const body: TableCell[][] = [
    [track > 0 ? { ...key, colSpan: 2 } : '', '', write(head.value, headed), write(head.share, headed)],
    ...lines.map((line): TableCell[] => [
      nameCell(line.name, line.colour, names, locale, write),
      track > 0 ? { svg: barPicture(line, track), width: track, margin: [0, 1.5, 0, 0] } : '',
      write(line.value, numbers),
      write(line.share, numbers),
    ]),
    ...(other
      ? [[write(other.name, { fontSize: SMALL, color: PAPER.muted }), '', write(other.value, numbers), '']]
      : []),
  ];
  return {
    margin: [0, 4, 0, 0],
    table: { widths: [names, track, VALUE, SHARE], body },
    layout: {
      hLineWidth: (at) => (at === 0 || at === body.length ? 0 : HAIR),
      hLineColor: () => PAPER.line,
      vLineWidth: () => 0,
      paddingLeft: (at) => (at === 0 ? 0 : 4),
      paddingRight: (at) => (at === 3 ? 0 : 4),
      paddingTop: () => 2.2,
      paddingBottom: () => 1.6,
    },
  };
}

function nameCell(name: string, colour: string | undefined, width: number, locale: Locale, write: Write): TableCell {
  const room = colour === undefined ? width : width - 11;
  const text = write(cut(name, room, SMALL, locale), { fontSize: SMALL });
  if (colour === undefined) return text;
  return {
    columns: [
      { svg: swatchPicture(colour), width: 6, margin: [0, 1.2, 0, 0] },
      { ...text, width: '*' },
    ],
    columnGap: 4,
  };
}

/** Long names lose their middle: beginning and end tell most of them apart. */
function cut(text: string, width: number, size: number, locale: Locale): string {
  if (widthOf(text, size, locale) <= width) return text;
  const letters = [...text];
  for (let kept = letters.length - 2; kept > 4; kept--) {
    const short = `${letters.slice(0, Math.ceil(kept / 2)).join('')}…${letters.slice(-Math.floor(kept / 2)).join('')}`;
    if (widthOf(short, size, locale) <= width) return short;
  }
  return `${letters.slice(0, 4).join('')}…`;
}

function table({ columns, rows, total, more }: TableCard, { width, locale }: Room, write: Write): Content[] {
  const size = columns.length > 9 ? 6.2 : 7.2;
  const names = columns.filter(({ right }) => !right).length;
  // Names take what numbers leave; numbers as much as their longest.
  const widths = columns.map(({ label, right }, at) => {
    if (!right) return undefined;
    const bold = widthOf(total?.[at] ?? '', size, locale) * BOLDER;
    const longest = [bold, ...rows.map((row) => widthOf(row[at] ?? '', size, locale))];
    const words = label.split(/\s+/).map((word) => widthOf(word, size, locale));
    return Math.max(...longest, ...words) + 2;
  });
  const left = width - widths.reduce<number>((sum, one) => sum + (one ?? 0), 0) - 8 * (columns.length - 1);
  const name = Math.max(50, left / Math.max(1, names));
  const cell = (text: string, at: number, look: object): TableCell => {
    const right = columns[at]?.right ?? false;
    return write(right ? text : cut(text, name, size, locale), {
      fontSize: size,
      alignment: right ? 'right' : 'left',
      ...look,
    });
  };
  const body: TableCell[][] = [
    columns.map(({ label, right }) =>
      write(label, { fontSize: size, color: PAPER.muted, alignment: right ? 'right' : 'left' }),
    ),
    ...rows.map((row) => row.map((text, at) => cell(text, at, {}))),
    ...(total ? [total.map((text, at) => cell(text, at, { bold: true }))] : []),
  ];
  return [
    {
      margin: [0, 4, 0, 0],
      table: {
        headerRows: 1,
        dontBreakRows: true,
        keepWithHeaderRows: 2,
        widths: widths.map((one) => one ?? name),
        body,
      },
      layout: {
        hLineWidth: (at) =>
          at === 0 || at === body.length ? 0 : at === 1 || (total && at === body.length - 1) ? 0.9 : HAIR,
        hLineColor: () => PAPER.line,
        vLineWidth: () => 0,
        paddingLeft: (at) => (at === 0 ? 0 : 4),
        paddingRight: (at) => (at === columns.length - 1 ? 0 : 4),
        paddingTop: () => 2.4,
        paddingBottom: () => 1.8,
      },
    },
    ...(more === undefined ? [] : [write(more, { fontSize: 7, color: PAPER.muted, margin: [0, 3, 0, 0] })]),
  ];
}
