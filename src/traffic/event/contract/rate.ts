/** A share 0 to 1 with its 95 % Wilson interval. */
export interface Rate {
  share: number;
  low: number;
  high: number;
}

/** Below this many events a rate says nothing (rule of thumb for proportions). */
export const MINIMUM_SAMPLE = 30;

/** Two-sided 95 %. */
export const Z = 1.959963984540054;

/** `hits` of `events` with the interval of Wilson's score; null under the minimum sample. */
export const rateOf = (hits: number, events: number): Rate | null =>
  events < MINIMUM_SAMPLE ? null : { share: hits / events, ...wilson(hits, events) };

/**
 * Both ends of the interval of Wilson's score for `hits` of `events`, from 0 to 1. Unlike the normal approximation it
 * stays inside 0 to 1 and is honest for rare fraud and small publishers. Nothing observed means nothing known: 0 to 1.
 */
export function wilson(hits: number, events: number): Pick<Rate, 'low' | 'high'> {
  if (events <= 0) return { low: 0, high: 1 };
  const share = hits / events;
  const z2 = Z * Z;
  const centre = share + z2 / (2 * events);
  const spread = Z * Math.sqrt((share * (1 - share)) / events + z2 / (4 * events * events));
  const scale = 1 + z2 / events;
  return { low: Math.max(0, (centre - spread) / scale), high: Math.min(1, (centre + spread) / scale) };
}
