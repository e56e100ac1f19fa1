import sharp from 'sharp';
import { LIMITS, pixels } from './tensors.ts';

const SIDE = 96;
/** A colour that covers less of a picture is not one of its colours. */
const LEAST_SHARE = 0.12;

/** What a picture looks like, told without any model: how much of it is of which colour (0 to 1), and its shape. */
export interface Looks {
  width: number;
  height: number;
  colours: Record<string, number>;
  /** Pixels with the colours of skin: wood and sand have them, too. */
  skin: number;
  /** 0 dark to 1 bright. */
  brightness: number;
}

export async function looksOf(path: string): Promise<Looks> {
  const { width = 0, height = 0 } = await sharp(path, LIMITS).metadata();
  const read = await pixels(path, SIDE, SIDE);
  const counts = new Map<string, number>();
  let skin = 0;
  let light = 0;
  const all = SIDE * SIDE;
  for (let at = 0; at < all; at++) {
    const [red = 0, green = 0, blue = 0] = read.subarray(at * 3, at * 3 + 3);
    const name = colourOf(red, green, blue);
    counts.set(name, (counts.get(name) ?? 0) + 1);
    if (isSkin(red, green, blue)) skin++;
    light += (red * 0.299 + green * 0.587 + blue * 0.114) / 255;
  }
  const colours = Object.fromEntries(
    [...counts]
      .map(([name, n]) => [name, n / all] as const)
      .filter(([, share]) => share >= LEAST_SHARE)
      .sort(([, a], [, b]) => b - a),
  );
  return { width, height, colours, skin: skin / all, brightness: light / all };
}

/** Degrees of the circle of colours at which each begins. */
const HUES: readonly (readonly [from: number, name: string])[] = [
  [345, 'Red'],
  [290, 'Pink'],
  [255, 'Violet'],
  [170, 'Blue'],
  [70, 'Green'],
  [45, 'Yellow'],
  [15, 'Orange'],
  [0, 'Red'],
];

function colourOf(red: number, green: number, blue: number): string {
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  const spread = most - least;
  if (most < 40) return 'Black';
  if (spread < 28) return most > 215 ? 'White' : 'Grey';
  const hue =
    most === red
      ? ((green - blue) / spread + 6) % 6
      : most === green
        ? (blue - red) / spread + 2
        : (red - green) / spread + 4;
  const degrees = hue * 60;
  return HUES.find(([from]) => degrees >= from)?.[1] ?? 'Red';
}

/** The rule of Kovac, Peer and Solina (2003) for daylight. */
const isSkin = (red: number, green: number, blue: number): boolean =>
  red > 95 &&
  green > 40 &&
  blue > 20 &&
  Math.max(red, green, blue) - Math.min(red, green, blue) > 15 &&
  Math.abs(red - green) > 15 &&
  red > green &&
  red > blue;
