import { z } from 'zod';

const FORBIDDEN = /[#$^{}<>;?\\`~]/;

export const FORBIDDEN_CHARACTERS_MESSAGE = 'These #$^{}<>;?\\`~ characters are not allowed.';

/**
 * Form text of the spec (names, titles, remarks). Never for
 * passwords, tokens, URLs, macros, user agents or searched data.
 */
export const safeText = (max: number) => withSafeCharacters(z.string().trim().max(max));

/** What tells things apart: names that are read as the same are the same. */
export const nameText = (max: number) => withSafeCharacters(z.string().overwrite(plainName).max(max));

/** A name with one blank between its words and without signs that take no room. */
export const plainName = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, '')
    .replace(/\p{Zs}+/gu, ' ')
    .trim();

/** The same rule on a schema with lengths and messages of its own. */
export const withSafeCharacters = (schema: z.ZodString) =>
  schema
    .refine((text) => !isForbidden(text), FORBIDDEN_CHARACTERS_MESSAGE)
    .refine((text) => !hasControlCharacters(text), 'Control characters are not allowed');

const isForbidden = (text: string): boolean => FORBIDDEN.test(text) || FORBIDDEN.test(text.normalize('NFKC'));

/**
 * Where in a form a forbidden character stands, as `tags.1.name`: every text is looked at, in lists and nested objects
 * too, but for the fields on the top level that have a pattern of their own. Keys are not looked at (VAL-GAP-01).
 */
export function forbiddenPlace(form: unknown, exempt: ReadonlySet<string> = new Set()): string | undefined {
  if (typeof form === 'string') return isForbidden(form) ? '' : undefined;
  if (typeof form !== 'object' || form === null) return undefined;
  for (const [name, value] of Object.entries(form)) {
    const place = exempt.has(name) ? undefined : forbiddenPlace(value);
    if (place !== undefined) return place === '' ? name : `${name}.${place}`;
  }
  return undefined;
}

/** What a file is called, without what a name in a form may not have: a file is taken whatever it is called. */
export const withSafeName = (name: string): string =>
  [...name]
    .map((c) => (isForbidden(c) || hasControlCharacters(c) ? ' ' : c))
    .join('')
    .trim();

const isControl = (c: string): boolean => {
  const code = c.codePointAt(0) ?? 0;
  return (
    code < 32 ||
    (code >= 0x7f && code < 0xa0) ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2066 && code <= 0x2069)
  );
};

/** Signs nobody sees, those among them that turn the direction of reading. */
export const hasControlCharacters = (text: string): boolean => [...text].some(isControl);

export const withoutControlCharacters = (text: string): string => [...text].filter((c) => !isControl(c)).join('');

/** Text of others, in which any sign that is seen may stand. */
export const plainText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => !hasControlCharacters(text), 'Control characters are not allowed');
