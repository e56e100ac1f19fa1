import { refuse } from './refuse.ts';

/** Of Postgres: another table refers to it. */
const STILL_NAMED = '23503';

/** A claim that was made with it refers to it for ever. */
export function refuseDisputed(error: unknown): never {
  const { cause } = error instanceof Error ? error : {};
  if (cause instanceof Error && 'code' in cause && cause.code === STILL_NAMED)
    throw refuse('evidence_disputed', {}, { as: 'conflict' });
  throw error;
}
