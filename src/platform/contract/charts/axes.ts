/** Steps a person counts in, by the power of ten below them. */
const STEPS = [1, 2, 2.5, 5, 10];
/** Grid lines above zero; the first is taken unless another leaves less air. */
const PARTS = [4, 5, 3] as const;

export interface Axis {
  max: number;
  interval: number;
}

/** The smallest round step that reaches over `top` in so many parts. */
function stepOver(top: number, parts: number, isWhole: boolean): number {
  const raw = top / parts;
  const power = 10 ** Math.floor(Math.log10(raw));
  const fits = STEPS.map((step) => step * power).filter((step) => !isWhole || Number.isInteger(step));
  return fits.find((step) => step >= raw * (1 - 1e-9)) ?? Math.ceil(raw);
}

/** What nothing is drawn under, so that an empty chart still has lines with different numbers. */
const LEAST_COUNT = 4;
const LEAST_SHARE = 0.1;

/**
 * Axes of counts and of shares with the same number of round steps: the grid lines of one are those of the other, and
 * no two of them bear the same number. A share ends at the whole.
 */
export function axesOf(counts: readonly number[], shares: readonly number[]): { counts: Axis; shares: Axis } {
  const most = Math.max(LEAST_COUNT, ...counts);
  const highest = Math.max(...shares) > 0 ? Math.max(...shares) : LEAST_SHARE;
  const axes = PARTS.map((parts) => {
    const [step, share] = [stepOver(most, parts, true), stepOver(highest, parts, false)];
    return {
      counts: { max: parts * step, interval: step },
      shares: parts * share > 1 ? { max: 1, interval: 1 / parts } : { max: parts * share, interval: share },
    };
  });
  // A third of the whole is no round number.
  const round = axes.filter(({ shares: { interval } }) => Number.isInteger(Math.round(interval * 1e6) / 100));
  const airOf = (axis: (typeof axes)[number]): number => (axis.counts.max / most) * (axis.shares.max / highest);
  const [first, ...others] = round.length > 0 ? round : axes;
  const usual = first ?? { counts: { max: most, interval: most }, shares: { max: 1, interval: 1 } };
  return others.reduce((best, axis) => (airOf(axis) < airOf(best) - 1e-9 ? axis : best), usual);
}

/** Digits after the mark that a step of a share needs to be told from the next. */
export const digitsOf = (interval: number): number => {
  const percent = interval * 100;
  return [0, 1, 2].find((digits) => Math.abs(percent * 10 ** digits - Math.round(percent * 10 ** digits)) < 1e-6) ?? 3;
};
