import type { Format } from '#platform/contract/format.ts';

/** A value of clock or calendar as people read it; undefined for any other key. */
export function keyText(key: string, value: string, format: Format): string | undefined {
  if (key === 'hour') return `${value}:00`;
  if (key === 'weekday') return format.weekday(Number(value));
  if (key === 'month') return format.month(value);
  if (key === 'date' || key === 'week' || key === 'install_date' || key === 'install_week') return format.day(value);
  return undefined;
}
