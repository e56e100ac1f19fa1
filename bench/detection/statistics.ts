export interface Rate {
  hits: number;
  of: number;
  /** NaN when nothing was counted. */
  rate: number;
  low: number;
  high: number;
}

/** 97.5th percentile of the normal distribution: two-sided intervals of 95 %. */
const Z = 1.959964;

/** A share with its Wilson interval of 95 %. */
export function wilson(hits: number, of: number): Rate {
  if (of === 0) return { hits, of, rate: Number.NaN, low: 0, high: 1 };
  const rate = hits / of;
  const centre = rate + Z ** 2 / (2 * of);
  const spread = Z * Math.sqrt((rate * (1 - rate) + Z ** 2 / (4 * of)) / of);
  const width = 1 + Z ** 2 / of;
  return { hits, of, rate, low: Math.max(0, (centre - spread) / width), high: Math.min(1, (centre + spread) / width) };
}
