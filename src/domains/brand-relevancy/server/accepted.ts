import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from './parts.ts';
import { outputTable } from './tables.ts';

/** Videos and channels that were accepted for a requirement: one that comes on two days once. */
export async function acceptedPlaces(tx: Tx, requirementId: number): Promise<number> {
  const { platform, kind, item } = outputTable;
  const [counted] = await tx
    .select({ n: sql<number>`count(DISTINCT (${platform}, ${kind}, ${item}))::int` })
    .from(outputTable)
    .where(and(eq(outputTable.requirementId, requirementId), eq(outputTable.reason, '')));
  return counted?.n ?? 0;
}
