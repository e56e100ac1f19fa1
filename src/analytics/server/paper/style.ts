import type { Locale } from '#platform/contract/locales.ts';
import type { ContentText, Style } from '#platform/server/pdf/content.ts';
import { spell } from '#platform/server/pdf/fonts.ts';

/** A4 in points. */
const A4 = 595.28;
const MARGIN = 36;
export const PAGE = { margin: MARGIN, width: A4 - 2 * MARGIN, gap: 18 } as const;
export const HAIR = 0.6;

export type Write = (text: string, style?: Style) => ContentText;

/** Texts in the faces that have their letters, digits all of one width. */
export const writeIn =
  (locale: Locale): Write =>
  (text, style = {}) => ({
    text: spell(text, locale).map(({ text: part, face }) => ({
      text: part,
      font: face,
      ...(face === 'Inter' ? { fontFeatures: ['tnum'] } : {}),
    })),
    ...style,
  });

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
