import { useMemo } from 'react';
import type { Format } from '#platform/contract/format.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { TRAFFIC_FIELDS } from '#traffic/event/contract/fields.ts';
import { isKeyName, stepAt } from '#traffic/event/contract/keys.ts';
import { type Names, useNames } from './names.ts';

/** A step of a number as people read it; undefined for what has no steps. */
function stepText(key: string, value: string, format: Format): string | undefined {
  const step = isKeyName(key) && value !== '' ? stepAt(key, Number(value)) : undefined;
  if (!step) return undefined;
  const said = (number: number): string => {
    if (TRAFFIC_FIELDS[key]?.unit !== 'seconds') return format.number(number);
    return number < 0 ? `−${format.wait(-number)}` : format.wait(number);
  };
  if (step.from === null) return `≤ ${said(step.to ?? 0)}`;
  if (step.to === null) return `≥ ${said(step.from)}`;
  return step.from === step.to ? said(step.from) : `${said(step.from)} – ${said(step.to)}`;
}

/** The names of everything events are told apart by, facts among them: more than a board has to know. */
export function useKeyNames(): Names {
  const names = useNames();
  const format = useFormat();
  return useMemo(
    () => ({ ...names, value: (field, value) => stepText(field, value, format) ?? names.value(field, value) }),
    [names, format],
  );
}
