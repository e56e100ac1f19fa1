import type { Stores } from '#platform/server/stores.ts';
import type { VerdictChange } from '#traffic/judge/server/verdict-changes.ts';
import { type SweepStep, sweepPackage } from './sweep-package.ts';

/**
 * Sweeps the days an import brought or took, so that what its owner sees when it is done is final. Verdicts of the
 * imported events themselves change here too: while they were judged nobody knew what their sources did.
 */
export async function sweepAfterImport(
  stores: Stores,
  row: { id: number; packageName: string; createdBy: string; fileName: string },
  /** First and last event time, ISO. */
  { first, last }: { first: string; last: string },
  /** Called after each step with the part of the whole that is done. */
  onProgress: (share: number) => Promise<void> = async () => {},
): Promise<VerdictChange[]> {
  const cause = {
    kind: 'sweep' as const,
    operation: `sweep import ${row.id}`,
    author: row.createdBy,
    reason: row.fileName,
  };
  const days = { from: first.slice(0, 10), to: last.slice(0, 10) };
  const request = { package: row.packageName, ...days, cause };
  const onStep = (_step: SweepStep, share: number): Promise<void> => onProgress(share);
  const { changes } = await sweepPackage(stores, request, { onStep });
  return changes;
}
