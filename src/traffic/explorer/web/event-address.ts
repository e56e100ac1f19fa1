import { KEY_NAMES, type KeyName } from '#traffic/event/contract/keys.ts';
import { excludedParts } from '#traffic/explorer/contract/exclusions.ts';

/** The drawer's part of the address: which event is open. */
export const EVENT_PARAMETER = 'event';

/** Names under which boards and links of the spec bring package and days; the shell's own names follow a person. */
const ARRIVALS = [
  ['package_name', 'package'],
  ['fromDate', 'from'],
  ['toDate', 'to'],
  ['start_date', 'from'],
  ['end_date', 'to'],
] as const;

/** The address with package and days where the shell keeps them; null when they are there already. */
export function adoptArrival(params: URLSearchParams): URLSearchParams | null {
  if (!ARRIVALS.some(([theirs]) => params.has(theirs))) return null;
  const next = new URLSearchParams(params);
  for (const [theirs, ours] of ARRIVALS) {
    const value = next.get(theirs);
    if (value !== null) next.set(ours, value);
    next.delete(theirs);
  }
  return next;
}

const FILTER_NAMES: readonly FilterName[] = ['group', 'import', ...KEY_NAMES];
export type FilterName = 'group' | 'import' | KeyName;

/** Parameter of values that are left out, each as `field:value`. */
const NOT = 'not';

/** Whether a part of an address is a filter that is known. */
export const isFilterSaid = (name: string, value: string): boolean =>
  name === NOT ? excludedParts(value) !== undefined : FILTER_NAMES.some((known) => known === name);

/** One filter as the address says it. `values` is what is shown, `sent` what the server is asked. */
export interface AddressFilter {
  name: FilterName;
  /** These are left out. */
  not: boolean;
  values: string[];
  sent: string | string[];
}

/** A single text is a comma list, repeated parameters are taken as they are; `all` means everything. */
export function filtersOf(params: URLSearchParams): AddressFilter[] {
  const wanted = FILTER_NAMES.flatMap((name): AddressFilter[] => {
    const given = params.getAll(name);
    const [only = ''] = given;
    const values = (given.length === 1 ? only.split(',').map((part) => part.trim()) : given).filter((v) => v !== '');
    if (values.length === 0 || values.includes('all')) return [];
    return [{ name, not: false, values: [...new Set(values)], sent: given.length === 1 ? only : given }];
  });
  const excluded = new Map<FilterName, Set<string>>();
  for (const said of params.getAll(NOT)) {
    const parts = excludedParts(said);
    if (parts) excluded.set(parts.name, (excluded.get(parts.name) ?? new Set()).add(parts.value));
  }
  return [
    ...wanted,
    ...[...excluded].map(([name, values]) => ({
      name,
      not: true,
      values: [...values],
      sent: [...values].map((value) => `${name}:${value}`),
    })),
  ];
}

/** What the server is asked for these filters. */
export function sentFilters(filters: readonly AddressFilter[]): Record<string, string | string[]> {
  const left = filters.filter(({ not }) => not).flatMap(({ sent }) => sent);
  return {
    ...Object.fromEntries(filters.filter(({ not }) => !not).map(({ name, sent }) => [name, sent])),
    ...(left.length > 0 && { [NOT]: left }),
  };
}

/** What a field must be, or must not be. */
export interface FilterChange {
  name: FilterName;
  not: boolean;
  values: readonly string[];
}

/**
 * Sets the values of one filter so that exactly these arrive: one value with a comma is written twice. A field is asked
 * for values or without values, never both at once.
 */
export function withFilter(params: URLSearchParams, { name, not, values }: FilterChange): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete(name);
  const others = next.getAll(NOT).filter((said) => !said.startsWith(`${name}:`));
  next.delete(NOT);
  for (const said of others) next.append(NOT, said);
  if (not) {
    for (const value of values) next.append(NOT, `${name}:${value}`);
    return next;
  }
  const [only, ...more] = values;
  const written = only !== undefined && more.length === 0 && only.includes(',') ? [only, only] : values;
  for (const value of written) next.append(name, value);
  return next;
}

export function withoutFilters(params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of [...FILTER_NAMES, NOT]) next.delete(name);
  next.delete('search');
  next.delete('query');
  return next;
}

export function withEvent(params: URLSearchParams, id: string | null): URLSearchParams {
  const next = new URLSearchParams(params);
  if (id === null) next.delete(EVENT_PARAMETER);
  else next.set(EVENT_PARAMETER, id);
  return next;
}
