import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { VerdictChange } from '#traffic/judge/server/verdicts/write-changes.ts';
import { type SweepStep, sweepPackage } from './sweep-package.ts';

/**
 * Sweeps the days an import brought or took, so that what its owner sees when it is done is final. Verdicts of the imported
 * events themselves change here too: while they were judged nobody knew what their sources did.
 */
export async function sweepAfterImport(
  { clickhouse, database }: { clickhouse: ClickHouse; database: Database },
  row: { id: number; packageName: string; createdBy: string; fileName: string },
  /** First and last event time, ISO. */
  { first, last }: { first: string; last: string },
  /** Called after each step with the part of the whole that is done. */
  onProgress: (share: number) => Promise<void> = async () => {},
): Promise<VerdictChange[]> {
  const because = {
    ...{ cause: 'sweep' as const, operation: `sweep import ${row.id}` },
    ...{ author: row.createdBy, reason: row.fileName },
  };
  const days = { from: first.slice(0, 10), to: last.slice(0, 10) };
  const request = { package: row.packageName, ...days, because };
  const onStep = (_step: SweepStep, share: number): Promise<void> => onProgress(share);
  const { changes } = await sweepPackage(clickhouse, database, request, { onStep });
  return changes;
}
