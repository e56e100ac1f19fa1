import { PAPER } from '#platform/contract/charts/paper-colours.ts';
import type { Locale } from '#platform/contract/locales.ts';
import type { Content, ContentText, PdfDocument, Style } from '#platform/server/pdf/content.ts';
import { type Run, spell, widthOf } from '#platform/server/pdf/fonts.ts';

/** A4 in points. */
const A4 = 595.28;
const MARGIN = 36;
export const PAGE = { margin: MARGIN, width: A4 - 2 * MARGIN, gap: 18 } as const;
export const HAIR = 0.6;

/** Names and what they stand for: a table without lines, `gap` points between its columns. */
export const bare = (gap: number) => ({
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  paddingTop: () => 1,
  paddingBottom: () => 1,
  paddingLeft: (at: number) => (at === 0 ? 0 : gap),
  paddingRight: () => 0,
});

/** Rows with hairs between them, below `heads` rows of heads and a line. */
export const ruled = (heads: number) => ({
  hLineWidth: (at: number) => (at === 0 || at < heads ? 0 : at === heads ? 1 : HAIR),
  vLineWidth: () => 0,
  hLineColor: () => PAPER.line,
  paddingTop: () => 3,
  paddingBottom: () => 3,
  paddingLeft: (at: number) => (at === 0 ? 0 : 6),
  paddingRight: () => 0,
});

/** Where `room` (in points) is given, words that are wider break anywhere instead of running out of their cell. */
export type Write = (text: string, style?: Style, room?: number) => ContentText;

const FONT_SIZE = 9;

/** Texts in the faces that have their letters, digits all of one width. */
export const writeIn =
  (locale: Locale): Write =>
  (text, style = {}, room = Number.POSITIVE_INFINITY) => {
    const size = Number(style.fontSize ?? FONT_SIZE);
    const isWide = (word: string): boolean => widthOf(word, size, locale) > room;
    return {
      text: spell(text, locale)
        .flatMap((run) => (room === Number.POSITIVE_INFINITY ? [{ ...run, wide: false }] : wordsOf(run, isWide)))
        .map(({ text: part, face, wide }) => ({
          text: part,
          font: face,
          ...(face === 'Inter' ? { fontFeatures: ['tnum'] } : {}),
          ...(wide ? { wordBreak: 'break-all' } : {}),
        })),
      ...style,
    };
  };

/** A run as its wide words and what stands between them. */
function wordsOf({ text, face }: Run, isWide: (word: string) => boolean): (Run & { wide: boolean })[] {
  const parts: (Run & { wide: boolean })[] = [];
  for (const word of text.match(/\s+|\S+/g) ?? []) {
    const last = parts.at(-1);
    const wide = isWide(word);
    if (last && !wide && !last.wide) last.text += word;
    else parts.push({ text: word, face, wide });
  }
  return parts;
}

/** What stands at the foot of every page; of `page` the numbers are put in. */
export interface Foot {
  left: string;
  page: string;
}

/** What all our papers have in common: format, margins, face, and the foot with the number of the page. */
export const pageOf = (
  { title, foot, bottom = 46 }: { title: string; foot: Foot; bottom?: number },
  write: Write,
  left: Content = write(foot.left, FINE),
): Omit<PdfDocument, 'content'> => ({
  pageSize: 'A4',
  pageMargins: [PAGE.margin, 40, PAGE.margin, bottom],
  info: { title, creator: 'Adsieve', producer: 'Adsieve' },
  defaultStyle: { font: 'Inter', fontSize: FONT_SIZE, color: PAPER.text, lineHeight: 1.2 },
  footer: (page, pages) => ({
    margin: [PAGE.margin, 14, PAGE.margin, 0],
    columns: [
      { ...left, width: '*' },
      {
        ...write(foot.page.replace('{page}', String(page)).replace('{pages}', String(pages)), FINE),
        width: 'auto',
      },
    ],
  }),
});

/** Of what nobody reads first. */
export const FINE: Style = { fontSize: 7, color: PAPER.muted };

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);

/** The same inside of a picture: the parts of an SVG text. */
export const svgRuns = (text: string, locale: Locale): string =>
  spell(text, locale)
    .map(({ text: part, face }) => `<tspan font-family="${face}">${escaped(part)}</tspan>`)
    .join('');

export interface SvgLook {
  x: number;
  y: number;
  size: number;
  fill: string;
  weight?: number;
}

export const svgText = (text: string, locale: Locale, { x, y, size, fill, weight = 400 }: SvgLook): string =>
  `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="middle">${svgRuns(text, locale)}</text>`;
