import type { Sums } from './source-unit.ts';
import { sum, wilson } from './statistics.ts';

/** Two strangers share a model at least this often: some models are common everywhere. */
const LEAST_SHARED = 0.01;

/**
 * Chance that two phones are one model. Bins hold several models by their hash, which would make strangers look alike.
 */
function shared(models: readonly number[]): number {
  const sameBin = sum(models.map((share) => share ** 2));
  const byHash = 1 / models.length;
  return Math.max(LEAST_SHARED, (sameBin - byHash) / (1 - byHash));
}

/** Two phones of one block against two of others. Pairs share phones, so the sample are the phones, not the pairs. */
export function neighbours({ numbers }: Sums, models: readonly number[]): number | undefined {
  const { block_mates: mates = 0, block_pairs: pairs = 0, model_pairs: alike = 0 } = numbers;
  return pairs === 0 ? undefined : wilson((mates * alike) / pairs, mates)[0] / shared(models);
}
