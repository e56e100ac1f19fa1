import type { Format } from '#platform/contract/format.ts';
import { TRAFFIC_FIELDS } from '#traffic/event/contract/fields.ts';
import { isKeyName, stepAt } from '#traffic/event/contract/keys.ts';

interface Words {
  format: Format;
  /** BCP 47. */
  language: string;
}

const DAY = 86_400;

/** A value of clock, calendar or number as people read it; undefined for one that has words of its own. */
export function keyText(key: string, value: string, { format, language }: Words): string | undefined {
  if (key === 'hour') return `${value}:00`;
  // The first of January 2024 was a Monday.
  if (key === 'weekday')
    return new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(
      Date.UTC(2024, 0, Number(value)),
    );
  if (key === 'month') return format.month(value);
  if (key === 'date' || key === 'week' || key === 'install_date' || key === 'install_week') return format.day(value);
  const step = isKeyName(key) ? stepAt(key, Number(value)) : undefined;
  if (!step) return undefined;
  const inDays = (seconds: number): string =>
    new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(
      Math.ceil(seconds / DAY),
    );
  const time = (seconds: number): string => (seconds < 2 * DAY ? format.wait(seconds) : inDays(seconds));
  const said = (number: number): string => {
    if (TRAFFIC_FIELDS[key]?.unit !== 'seconds') return format.number(number);
    return number < 0 ? `−${time(-number)}` : time(number);
  };
  // A time is not whole seconds to people: a step ends where the next begins, five minutes and not 299 seconds.
  const end = (to: number): number => (TRAFFIC_FIELDS[key]?.unit === 'seconds' ? to + 1 : to);
  if (step.from === null) return `≤ ${said(end(step.to ?? 0))}`;
  if (step.to === null) return `≥ ${said(step.from)}`;
  return step.from === step.to ? said(step.from) : `${said(step.from)} – ${said(end(step.to))}`;
}
