import { z } from 'zod';
import { DIMENSION_NAMES, type DimensionName } from '#traffic/event/contract/dimensions.ts';

/** Field and value of an exclusion; undefined for a text that is none. As the name of a field holds no colon, the value may. */
export function excludedParts(said: string): { name: DimensionName; value: string } | undefined {
  const at = said.indexOf(':');
  const name = DIMENSION_NAMES.find((known) => known === said.slice(0, at));
  const value = said.slice(at + 1);
  return name && value !== '' ? { name, value } : undefined;
}

/** A field and a value it must not have, `publisher:Some Network`. */
const excluded = z
  .string()
  .max(2000)
  .refine((said) => excludedParts(said) !== undefined, 'This names no field and value');

/** Repeated: `publisher:Some Network` leaves the events of that publisher out. Each text is one value, never a list. */
export const exclusions = z.union([excluded, z.array(excluded).max(200)]).optional();

/** What is left out, by field. */
export function leftOut(said: string | readonly string[] = []): Partial<Record<DimensionName, string[]>> {
  const not: Partial<Record<DimensionName, string[]>> = {};
  for (const text of [said].flat()) {
    const parts = excludedParts(text);
    if (parts) not[parts.name] = [...(not[parts.name] ?? []), parts.value];
  }
  return not;
}
