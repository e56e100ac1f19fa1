import { z } from 'zod';

/** Text of several lines that people write to one another: no form of the specification, so a question has its mark. */
export const prose = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => !/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(text.replace(/[\n\r\t]/g, '')), {
      message: 'Control characters are not allowed',
    });
