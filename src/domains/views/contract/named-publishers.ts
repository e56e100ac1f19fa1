import type { SavedView } from './view-endpoints.ts';

type Address = Pick<SavedView, 'path' | 'asked'>;

/** Whether a kept address may be told to somebody who sees these publishers alone: it names no others. */
export const namesOnly = (address: Address, publishers: ReadonlySet<string>): boolean =>
  publishersIn(address).every(
    // One parameter may name several, between commas.
    (named) => publishers.has(named) || named.split(',').every((part) => publishers.has(part.trim())),
  );

/** Publishers whom an address names, by its filters, its condition or its page. */
function publishersIn({ path, asked }: Address): string[] {
  const [, page] = /^\/publisher\/(.+)$/.exec(path) ?? [];
  const filters = asked.flatMap(({ name, value }) => {
    if (name === 'publisher') return [value];
    if (name === 'query') return inCondition(parsed(value));
    return name === 'not' && value.startsWith('publisher:') ? [value.slice('publisher:'.length)] : [];
  });
  return page === undefined ? filters : [...filters, decodeURIComponent(page)];
}

/** What a condition compares publishers with, a part of a name too. */
function inCondition(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const said = new Map<string, unknown>(Object.entries(part));
  if (said.get('field') === 'publisher') return [said.get('value'), said.get('values')].flat().flatMap(textIn);
  return Object.values(part).flatMap(inCondition);
}

const textIn = (value: unknown): string[] => (value === undefined ? [] : [String(value)]);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
