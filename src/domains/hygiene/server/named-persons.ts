import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { AnalysisAnswer, AnalysisResult } from '#domains/hygiene/contract/result.ts';
import { ERASED } from '#domains/hygiene/contract/terms.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { analysisTable, talentTable } from './tables.ts';

type Transaction = Parameters<Parameters<Database['db']['transaction']>[0]>[0];

/** A name by which a gallery knows somebody; of every package where none is said. */
export interface Named {
  packageName?: string | undefined;
  name: string;
}

/** So many results are rewritten at a time. */
const AT_ONCE = 50;

/** Kept results in which somebody of these was recognised. */
export const naming = (persons: readonly Named[]): SQL | undefined =>
  or(
    sql`false`,
    ...persons.map(({ packageName, name }) =>
      and(
        sql`${analysisTable.answer} #> '{body,result,celebrity}' ? ${name}`,
        packageName === undefined ? undefined : eq(analysisTable.packageName, packageName),
      ),
    ),
  );

/** Takes the names out of kept results, which stay as they are otherwise. Answers of how many. */
export async function forgetNames(db: Database['db'] | Transaction, persons: readonly Named[]): Promise<number> {
  let changed = 0;
  for (const { packageName, name } of persons) {
    while (name !== ERASED) {
      const rows = await db
        .select({ id: analysisTable.id, answer: analysisTable.answer })
        .from(analysisTable)
        .where(naming([{ packageName, name }]))
        .limit(AT_ONCE)
        .for('update');
      for (const { id, answer } of rows) {
        if (!answer || typeof answer.body === 'string') continue;
        const result = withoutName(answer.body.result, name);
        await db
          .update(analysisTable)
          .set({ answer: { ...answer, body: { result } } })
          .where(eq(analysisTable.id, id));
      }
      changed += rows.length;
      if (rows.length < AT_ONCE) break;
    }
  }
  return changed;
}

function withoutName(result: AnalysisResult, name: string): AnalysisResult {
  const celebrity = Object.entries(result.celebrity).map(([key, said]) => [key === name ? ERASED : key, said] as const);
  const findings = result.meta.findings.map((one) =>
    one.section === 'celebrity' && one.name === name ? { ...one, name: ERASED } : one,
  );
  return { ...result, celebrity: Object.fromEntries(celebrity), meta: { ...result.meta, findings } };
}

/**
 * An answer about to be kept, without whom the gallery no longer has. Persons it names stay until it is kept: whoever
 * takes one of them out waits, and then finds the answer.
 */
export async function withPresentNames(
  tx: Transaction,
  packageName: string | null,
  answer: AnalysisAnswer,
): Promise<AnalysisAnswer> {
  if (packageName === null || typeof answer.body === 'string') return answer;
  const names = Object.keys(answer.body.result.celebrity);
  if (names.length === 0) return answer;
  const { name } = talentTable;
  const kept = await tx
    .select({ name })
    .from(talentTable)
    .where(and(eq(talentTable.packageName, packageName), inArray(name, names)))
    .orderBy(name)
    .for('share');
  const present = new Set(kept.map((one) => one.name));
  const gone = names.filter((one) => !present.has(one));
  return { ...answer, body: { result: gone.reduce(withoutName, answer.body.result) } };
}
