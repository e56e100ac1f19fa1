import { CATEGORY_TOKENS, categoryTokens } from './categories.ts';
import type { Series, Tone } from './model.ts';

export const CHART_TOKENS = [
  'clean-fill',
  'suspect',
  'fraud',
  'accent',
  'text',
  'muted',
  'line',
  'surface-1',
  'surface-2',
  ...CATEGORY_TOKENS,
  'category-other',
] as const;

export type Colour = (token: (typeof CHART_TOKENS)[number]) => string;

type Decal = Record<string, unknown>;

/** Clean, suspect and fraud differ without colour: pale, dotted, strong. Stripes are kept for days that are not over. */
export const decalOf = (tone: Tone | undefined, colour: Colour): Decal | undefined => {
  if (tone === 'suspect')
    return {
      symbol: 'circle',
      dashArrayX: [
        [4, 4],
        [0, 4, 4, 0],
      ],
      dashArrayY: [4, 0],
      symbolSize: 0.7,
      color: colour('surface-1'),
    };
  return undefined;
};

/** Over what is not complete yet. */
export const HATCH: Decal = { symbol: 'rect', dashArrayX: [1, 0], dashArrayY: [2, 3], rotation: Math.PI / 4 };

const fillOf = (tone: Tone) => (tone === 'clean' ? 'clean-fill' : tone);

export type Paint = (one: Series) => string;

export function colourOf(series: readonly Series[], colour: Colour): Paint {
  // A lone series needs no telling apart.
  const [only, second] = series;
  if (only && !second) return () => colour(fillOf(only.tone ?? 'accent'));
  const tokens = categoryTokens(series.filter((s) => !s.rest).map((s) => s.name));
  return (one) =>
    colour((one.tone && fillOf(one.tone)) ?? (one.rest ? undefined : tokens.get(one.name)) ?? 'category-other');
}
