import { z } from 'zod';

/** Longer than any condition a person writes, short enough for an address. */
const MOST_LETTERS = 8_000;

/** A condition of the one language (`#platform/contract/condition.ts`) over the fields of one event, as JSON text. */
export const conditionQuery = z.string().max(MOST_LETTERS).optional();
