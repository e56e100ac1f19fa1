import { z } from 'zod';

const FORBIDDEN = /[#$^{}<>;?\\`~]/;

export const FORBIDDEN_CHARACTERS_MESSAGE = 'These #$^{}<>;?\\`~ characters are not allowed.';

/** Form text of the spec (names, titles, remarks). Never for passwords, tokens, URLs, macros, user agents or searched data. */
export const safeText = (max: number) => withSafeCharacters(z.string().trim().max(max));

/** The same rule on a schema with lengths and messages of its own. */
export const withSafeCharacters = (schema: z.ZodString) =>
  schema
    .refine((text) => !FORBIDDEN.test(text) && !FORBIDDEN.test(text.normalize('NFKC')), FORBIDDEN_CHARACTERS_MESSAGE)
    .refine((text) => !hasControlCharacters(text), 'Control characters are not allowed');

const hasControlCharacters = (text: string): boolean =>
  [...text].some((c) => {
    const code = c.codePointAt(0) ?? 0;
    return (
      code < 32 ||
      (code >= 0x7f && code < 0xa0) ||
      (code >= 0x202a && code <= 0x202e) ||
      (code >= 0x2066 && code <= 0x2069)
    );
  });
