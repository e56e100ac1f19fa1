/** Detectors may be looked at and mended on these. */
export const TUNING_SEEDS: readonly number[] = [
  11, 12, 13, 8101, 8102, 53117, 53118, 71407, 71408, 64019, 64020, 90731, 90732, 27183, 31415, 60017, 60029, 83009,
  83023, 310231, 625401,
];

/**
 * Only the report uses these. Once somebody has changed a detector because of what they showed, they are to be
 * replaced.
 */
export const REPORTING_SEEDS: readonly number[] = [770417, 158209];

/** Tuning on what is reported would make the report worthless, and the other way round. */
export function seedsFor(purpose: 'tune' | 'report', wanted: readonly number[]): readonly number[] {
  const [own, foreign] = purpose === 'tune' ? [TUNING_SEEDS, REPORTING_SEEDS] : [REPORTING_SEEDS, TUNING_SEEDS];
  const mixed = wanted.filter((seed) => foreign.includes(seed));
  if (mixed.length > 0)
    throw new Error(
      `${mixed.join(', ')}: seeds for ${purpose === 'tune' ? 'reporting are not for tuning' : 'tuning are not for reporting'}`,
    );
  const unknown = wanted.filter((seed) => !own.includes(seed));
  if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: not a seed of this bench (${own.join(', ')})`);
  return wanted.length > 0 ? wanted : own;
}
