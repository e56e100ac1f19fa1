import type { Scale } from './scale-geometry.ts';

export interface ScaleLabel {
  at: number;
  text: string;
  /** Which side of its place it stands on, so that none sticks out. */
  anchor: 'start' | 'middle' | 'end';
}

/** Room one character of a label takes, in shares of the length of a scale. */
const CHARACTER = 0.014;

/**
 * Numbers under the limits, each once, from the left; of two that would touch the first is left, for the other stands in
 * the words below.
 */
export function labelsOf({ limits }: Pick<Scale, 'limits'>, words: (value: number) => string): ScaleLabel[] {
  const labels: ScaleLabel[] = [];
  let free = 0;
  for (const { at, value } of limits.toSorted((a, b) => a.at - b.at)) {
    const text = words(value);
    const half = (text.length * CHARACTER) / 2;
    const anchor = at - half < 0 ? 'start' : at + half > 1 ? 'end' : 'middle';
    const from = anchor === 'start' ? at : anchor === 'end' ? at - 2 * half : at - half;
    if (from < free && labels.length > 0) continue;
    labels.push({ at, text, anchor });
    free = from + 2 * half + CHARACTER;
  }
  return labels;
}
