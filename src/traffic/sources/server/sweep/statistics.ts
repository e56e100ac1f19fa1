/** 97.5th percentile of the normal distribution: bounds of 95 % intervals. */
const Z = 1.959964;

/** Bounds of the 95 % Wilson interval of a share; [0, 1] when nothing was seen. */
export function wilson(hits: number, total: number): [lower: number, upper: number] {
  if (total <= 0) return [0, 1];
  const share = Math.min(1, Math.max(0, hits / total));
  const centre = share + Z ** 2 / (2 * total);
  const spread = Z * Math.sqrt((share * (1 - share)) / total + Z ** 2 / (4 * total ** 2));
  const scale = 1 + Z ** 2 / total;
  return [Math.max(0, (centre - spread) / scale), Math.min(1, (centre + spread) / scale)];
}

/** How many times the usual is clearly more; bands of a smaller share are a matter of chance. */
const CLEARLY_MORE = { times: 2, smallest: 0.005 } as const;

/** Whether a band holds clearly more of all than usual. */
export const isClearlyMore = (
  band: number,
  all: number,
  usual: number,
  { times, smallest }: { times: number; smallest: number } = CLEARLY_MORE,
): boolean => wilson(band, all)[0] > times * Math.max(smallest, usual);

export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** Median absolute deviation as an estimate of the standard deviation of a normal distribution. */
export const SCALED_DEVIATION = 1.4826;
/** Values further from the median than this many deviations are outliers. */
const OUTLIER = 3;

/** Above it values are outliers, by their median and their median absolute deviation. */
export const outlierBound = (middle: number, distance: number): number =>
  middle + OUTLIER * SCALED_DEVIATION * distance;

export function upperBound(values: readonly number[]): number {
  const middle = median(values) ?? 0;
  return outlierBound(middle, median(values.map((value) => Math.abs(value - middle))) ?? 0);
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Shares of the whole; zeros when there is nothing. */
export function shares(counts: readonly number[]): number[] {
  const total = sum(counts);
  return counts.map((count) => (total > 0 ? count / total : 0));
}

/** Jensen-Shannon divergence of two distributions in bits: 0 the same, 1 nothing in common. */
export function divergence(p: readonly number[], q: readonly number[]): number {
  const entropy = (of: readonly number[]) => -sum(of.map((x) => (x > 0 ? x * Math.log2(x) : 0)));
  const mix = p.map((x, i) => (x + (q[i] ?? 0)) / 2);
  return Math.max(0, entropy(mix) - (entropy(p) + entropy(q)) / 2);
}

/** What divergence counts drawn from `q` itself would show on average. */
export const expectedDivergence = (bins: number, events: number): number =>
  events > 0 ? (bins - 1) / (8 * events * Math.LN2) : 1;

/** Largest gap between two cumulated distributions. */
export function ksDistance(p: readonly number[], q: readonly number[]): number {
  let [gap, left, right] = [0, 0, 0];
  for (const [i, x] of p.entries()) {
    left += x;
    right += q[i] ?? 0;
    gap = Math.max(gap, Math.abs(left - right));
  }
  return gap;
}

/** Probability of a Kolmogorov-Smirnov distance this large for a sample of `n` from the distribution itself. */
export function ksChance(distance: number, n: number): number {
  const root = Math.sqrt(n);
  const lambda = (root + 0.12 + 0.11 / root) * distance;
  if (lambda < 0.2) return 1;
  const terms = Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? 1 : -1) * Math.exp(-2 * ((i + 1) * lambda) ** 2));
  return Math.min(1, Math.max(0, 2 * sum(terms)));
}

/**
 * Probability that a share as low as `hits` of `total`, or lower, comes from one of `expected` (normal approximation).
 */
export function lowShareChance(hits: number, total: number, expected: number): number {
  const deviation = Math.sqrt(total * expected * (1 - expected));
  return deviation > 0 ? normalBelow((hits + 0.5 - total * expected) / deviation) : 1;
}

/** Abramowitz and Stegun 26.2.17; error under 7.5e-8. */
function normalBelow(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const tail =
    (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return z > 0 ? 1 - tail : tail;
}

/** Benjamini-Hochberg: the false-discovery rate at which each would be called a discovery, in the given order. */
export function falseDiscoveryRates(chances: readonly number[]): number[] {
  const ranked = chances.map((chance, index) => ({ chance, index })).sort((a, b) => b.chance - a.chance);
  const rates = chances.map(() => 1);
  let least = 1;
  for (const [place, { chance, index }] of ranked.entries()) {
    least = Math.min(least, (chance * chances.length) / (chances.length - place));
    rates[index] = least;
  }
  return rates;
}
