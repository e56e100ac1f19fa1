import type { Rate } from '../statistics.ts';

export type Cell = string | number;

/** A Markdown table; numbers are right-aligned by the caller's header (`n:`). */
export function table(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const names = header.map((name) => name.replace(/:$/, ''));
  const line = (cells: readonly Cell[]): string => `| ${cells.join(' | ')} |`;
  const rule = header.map((name) => (name.endsWith(':') ? '---:' : '---'));
  return [line(names), line(rule), ...rows.map(line)].join('\n');
}

export const percent = (share: number, digits = 1): string =>
  Number.isNaN(share) ? '–' : `${(share * 100).toFixed(digits)} %`;

/** `97.1 % (96.0–98.0)`. */
export const withInterval = ({ of, rate, low, high }: Rate, digits = 1): string =>
  of === 0 ? '–' : `${percent(rate, digits)} (${(low * 100).toFixed(digits)}–${(high * 100).toFixed(digits)})`;

export const whole = (count: number): string => Math.round(count).toLocaleString('en-GB');
