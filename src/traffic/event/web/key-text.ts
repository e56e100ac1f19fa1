import type { Format } from '#platform/contract/format.ts';
import { TRAFFIC_FIELDS } from '#traffic/event/contract/fields.ts';
import { isKeyName, stepAt } from '#traffic/event/contract/keys.ts';

/** A value of clock, calendar or number as people read it; undefined for one that has words of its own. */
export function keyText(key: string, value: string, format: Format): string | undefined {
  if (key === 'hour') return `${value}:00`;
  if (key === 'weekday') return format.weekday(Number(value));
  if (key === 'month') return format.month(value);
  if (key === 'date' || key === 'week' || key === 'install_date' || key === 'install_week') return format.day(value);
  const step = isKeyName(key) ? stepAt(key, Number(value)) : undefined;
  if (!step) return undefined;
  const said = (number: number): string => {
    if (TRAFFIC_FIELDS[key]?.unit !== 'seconds') return format.number(number);
    return number < 0 ? `−${format.wait(-number)}` : format.wait(number);
  };
  if (step.from === null) return `≤ ${said(step.to ?? 0)}`;
  if (step.to === null) return `≥ ${said(step.from)}`;
  return step.from === step.to ? said(step.from) : `${said(step.from)} – ${said(step.to)}`;
}
