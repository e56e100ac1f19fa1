export interface Interval {
  low: number;
  high: number;
}

/** Two-sided 95 %. */
export const Z = 1.959963984540054;

/** Below this many events a rate says nothing: screens write "too few" beside it (rule of thumb for proportions). */
export const MINIMUM_SAMPLE = 30;

/**
 * Wilson score interval of `hits` out of `total`, in percent from 0 to 100. Unlike the normal approximation it stays
 * inside 0–100 and is honest for rare fraud and small publishers. Nothing observed means nothing known: 0 to 100.
 */
export function wilson(hits: number, total: number): Interval {
  if (total <= 0) return { low: 0, high: 100 };
  const share = hits / total;
  const z2 = Z * Z;
  const centre = share + z2 / (2 * total);
  const spread = Z * Math.sqrt((share * (1 - share)) / total + z2 / (4 * total * total));
  const scale = 1 + z2 / total;
  return {
    low: Math.max(0, (100 * (centre - spread)) / scale),
    high: Math.min(100, (100 * (centre + spread)) / scale),
  };
}
