import { PAPER, paperColour } from '#platform/contract/charts/paper-colours.ts';
import type { BarLine, BarsCard, PaperTone } from './paper.ts';
import type { SvgLook } from './style.ts';

type Token = keyof typeof PAPER;
const isToken = (name: string): name is Token => name in PAPER;

/** A token, or a colour of the operator's own. */
export const colourOf = (name: string): string => (isToken(name) ? PAPER[name] : name);
export const toneColour = (tone: PaperTone): string => paperColour(tone === 'clean' ? 'clean-fill' : tone);

const BAR_HEIGHT = 7;

/** Suspect differs without colour too: white dots, as on the screen. */
const DOTS = `<pattern id="dots" width="3" height="3" patternUnits="userSpaceOnUse"><rect width="3" height="3" fill="${PAPER.suspect}"/><circle cx="1.5" cy="1.5" r="0.6" fill="${PAPER['surface-1']}"/></pattern>`;
const fillOf = (tone: PaperTone): string => (tone === 'suspect' ? 'url(#dots)' : toneColour(tone));

const svg = (width: number, height: number, inner: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${inner}</svg>`;

/** The parts of a bar side by side, on a track as long as the longest bar. */
export function barPicture({ length, parts }: Pick<BarLine, 'length' | 'parts'>, width: number): string {
  const sum = parts.reduce((all, { value }) => all + value, 0);
  let x = 0;
  const pieces = parts.map(({ tone, value }) => {
    const wide = sum === 0 ? 0 : (value / sum) * length * width;
    const piece = `<rect x="${x}" width="${wide}" height="${BAR_HEIGHT}" fill="${fillOf(tone)}"/>`;
    x += wide;
    return piece;
  });
  return svg(
    width,
    BAR_HEIGHT,
    `<defs>${DOTS}</defs><rect width="${width}" height="${BAR_HEIGHT}" fill="${PAPER['surface-2']}"/>${pieces.join('')}`,
  );
}

/** What a colour or pattern stands for. */
export const keyPicture = (tone: PaperTone): string =>
  svg(7, 7, `<defs>${DOTS}</defs><rect width="7" height="7" fill="${fillOf(tone)}"/>`);

export const swatchPicture = (colour: string): string =>
  svg(7, 7, `<circle cx="3.5" cy="3.5" r="3" fill="${colourOf(colour)}"/>`);

const [SIZE, RADIUS, STROKE] = [84, 34, 11] as const;

/** Shares of a whole; the list beside it says the same in words. */
export function ringPicture(
  { slices, value, label }: NonNullable<BarsCard['ring']>,
  write: (text: string, look: SvgLook) => string,
): string {
  const length = 2 * Math.PI * RADIUS;
  const gap = slices.length > 1 ? 1.5 : 0;
  let start = 0;
  const arcs = slices.map(({ colour, share }) => {
    const long = Math.max(0.5, share * length - gap);
    const arc = `<circle cx="${SIZE / 2}" cy="${SIZE / 2}" r="${RADIUS}" fill="none" stroke="${colourOf(colour)}" stroke-width="${STROKE}" stroke-dasharray="${long} ${length}" stroke-dashoffset="${-start * length}" transform="rotate(-90 ${SIZE / 2} ${SIZE / 2})"/>`;
    start += share;
    return arc;
  });
  const middle = SIZE / 2;
  const words = [
    write(value, { x: middle, y: middle + 2, size: 11, fill: PAPER.text, weight: 700 }),
    write(label, { x: middle, y: middle + 10, size: 6, fill: PAPER.muted }),
  ];
  return svg(SIZE, SIZE, [...arcs, ...words].join(''));
}

/** A line of days without axes; gaps stay gaps. */
export function sparkPicture(
  values: readonly (number | null)[],
  tone: PaperTone,
  width: number,
  height: number,
): string {
  const known = values.filter((value) => value !== null);
  const top = Math.max(...known, 0);
  const xOf = (at: number): number => (values.length < 2 ? 0 : (at / (values.length - 1)) * width);
  const yOf = (value: number): number => height - 1 - (top === 0 ? 0 : (value / top) * (height - 2));
  let pen = 'M';
  const path = values
    .map((value, at) => {
      if (value === null) {
        pen = 'M';
        return '';
      }
      const step = `${pen}${xOf(at).toFixed(2)} ${yOf(value).toFixed(2)}`;
      pen = 'L';
      return step;
    })
    .join('');
  return svg(
    width,
    height,
    `<path d="${path}" fill="none" stroke="${paperColour(tone === 'clean' ? 'clean-fill' : tone)}" stroke-width="1"/>`,
  );
}
