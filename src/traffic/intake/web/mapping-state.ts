import type { EventKind } from '#traffic/event/contract/event.ts';
import { RAW_COLUMNS } from '#traffic/event/contract/event.ts';
import type { FieldMapping, ImportMapping, TimeFormat } from '#traffic/intake/contract/import-mapping.ts';

/** Stored columns a column of the file can fill; `ts`, the time of the event, comes first. */
export const TARGETS: readonly string[] = ['ts', ...Object.keys(RAW_COLUMNS)];

const TIMES: ReadonlySet<string> = new Set([
  'ts',
  ...Object.entries(RAW_COLUMNS).flatMap(([name, { valueType }]) => (valueType === 'datetime' ? [name] : [])),
]);

/** Stored columns that take their value from this column of the file. */
export const targetsOf = (mapping: ImportMapping, key: string): string[] =>
  TARGETS.filter((target) => mapping.fields[target]?.from.includes(key));

/** Gives a column of the file its stored columns. What is newly chosen counts before what filled the column so far. */
export function assign(mapping: ImportMapping, key: string, targets: readonly string[]): ImportMapping {
  const fields: ImportMapping['fields'] = { ...mapping.fields };
  for (const target of TARGETS) {
    const field = fields[target];
    const had = field?.from.includes(key) ?? false;
    if (targets.includes(target) && !had) fields[target] = joined(mapping, target, key);
    if (!targets.includes(target) && field && had) {
      const rest = without(field, key);
      if (rest) fields[target] = rest;
      else delete fields[target];
    }
  }
  return { ...mapping, fields };
}

function joined(mapping: ImportMapping, target: string, key: string): FieldMapping {
  // Translations and conditions were made for the column before; they would not fit the new one.
  const from = [key, ...(mapping.fields[target]?.from ?? [])];
  return { from, ...(TIMES.has(target) ? { time: timeFormOf(mapping) } : {}) };
}

function without(field: FieldMapping, key: string): FieldMapping | null {
  const from = field.from.filter((each) => each !== key);
  return from.length === 0 && field.constant === undefined ? null : { ...field, from };
}

/** The form of the event's time, which the other times of a file nearly always share. */
export const timeFormOf = (mapping: ImportMapping): TimeFormat =>
  mapping.fields.ts?.time ?? Object.values(mapping.fields).find(({ time }) => time)?.time ?? 'iso';

/** Changes the form of the event's time and of every time that had the same form. */
export function withTimeForm(mapping: ImportMapping, time: TimeFormat): ImportMapping {
  const before = timeFormOf(mapping);
  const fields = Object.entries(mapping.fields).map(([target, field]): [string, FieldMapping] => [
    target,
    TIMES.has(target) && (field.time ?? 'iso') === before ? { ...field, time } : field,
  ]);
  return { ...mapping, fields: Object.fromEntries(fields) };
}

/** The kind of records no rule names; null rejects them, which only makes sense where rules name some. */
export const withKind = (mapping: ImportMapping, otherwise: EventKind | null): ImportMapping => ({
  ...mapping,
  kind: { ...mapping.kind, otherwise },
});

export type MappingFault = 'step_no_time' | 'no_kind';

/** What keeps this mapping from being imported. */
export function mappingFaults({ fields, kind }: ImportMapping): MappingFault[] {
  const faults: MappingFault[] = [];
  if ((fields.ts?.from.length ?? 0) === 0 && fields.ts?.constant === undefined) faults.push('step_no_time');
  if (kind.rules.length === 0 && kind.otherwise === null) faults.push('no_kind');
  return faults;
}

/** Does the guess differ from what the person has made of it? */
export const isChanged = (guess: ImportMapping, mapping: ImportMapping, key: string): boolean =>
  targetsOf(guess, key).join() !== targetsOf(mapping, key).join();
