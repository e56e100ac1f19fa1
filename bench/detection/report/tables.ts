import type { Rate } from '../statistics.ts';

export type Cell = string | number;

/** A Markdown table as the formatter writes it; columns whose name ends with a colon are right-aligned. */
export function table(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const right = header.map((name) => name.endsWith(':'));
  const names = header.map((name) => name.replace(/:$/, ''));
  const cells = [names, ...rows.map((row) => row.map((cell) => String(cell).trim()))];
  const widths = names.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => (right[column] ? cell.padStart(widths[column] ?? 3) : cell.padEnd(widths[column] ?? 3))).join(' | ')} |`;
  const rule = widths.map((width, column) => (right[column] ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)));
  const [head = '', ...body] = cells.map(line);
  return [head, `| ${rule.join(' | ')} |`, ...body].join('\n');
}

export const percent = (share: number, digits = 1): string =>
  Number.isNaN(share) ? '–' : `${(share * 100).toFixed(digits)} %`;

/** `97.1 % (96.0–98.0)`. */
export const withInterval = ({ of, rate, low, high }: Rate, digits = 1): string =>
  of === 0
    ? '–'
    : Number.isNaN(low)
      ? percent(rate, digits)
      : `${percent(rate, digits)} (${(low * 100).toFixed(digits)}–${(high * 100).toFixed(digits)})`;

export const whole = (count: number): string => Math.round(count).toLocaleString('en-GB');
