import { RAW_COLUMNS } from '#traffic/event/contract/event.ts';
import { maskText } from '#traffic/rules/server/publisher-view.ts';

const PERSONAL = Object.entries(RAW_COLUMNS)
  .filter(([, column]) => 'personal' in column && column.personal)
  .map(([name]) => name);

/** Addresses and ids in part only: enough for a publisher to find its own record, too little to pass on. */
export function maskPersonal<T extends Record<string, unknown>>(row: T): T {
  const masked = PERSONAL.flatMap((name) => {
    const value = row[name];
    return typeof value === 'string' && value !== '' ? [[name, maskText(value)]] : [];
  });
  return { ...row, ...Object.fromEntries(masked) };
}
