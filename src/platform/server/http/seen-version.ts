import { refuse } from './refuse.ts';

/**
 * The version the caller edited, from If-Match; undefined when none was sent. What differs from the stored one is
 * answered with 409, so that the second of two people learns of the first.
 */
export function seenVersion({
  headers,
}: {
  headers: Readonly<Record<string, string | string[] | undefined>>;
}): number | undefined {
  const header = headers['if-match'];
  if (header === undefined || header === '*') return undefined;
  const digits = /^(?:W\/)?"?(\d{1,9})"?$/.exec(String(header))?.[1];
  if (digits === undefined) throw refuse('version_form', {}, { as: 'malformed', field: 'If-Match' });
  return Number(digits);
}
