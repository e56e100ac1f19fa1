import { type Sql, sql, trusted } from '#platform/server/clickhouse/sql.ts';
import type { Scratch } from '#traffic/event/server/scratch.ts';
import type { Policy } from '../load-policy.ts';
import { judgeFew, withStoredVerdicts } from './judge-few.ts';
import { type RowHints, withVerdicts } from './judge-sql.ts';
import { VERDICT_COLUMNS } from './verdict-columns.ts';

const COLUMNS = trusted(
  ['key String', ...Object.entries(VERDICT_COLUMNS).map(([name, type]) => `${name} ${type}`)].join(', '),
);

/**
 * The rows with their verdicts, to be read while `scratch` lasts: few rows judged in JavaScript and looked up, many by
 * the engine. Both interpreters come to the same (`judge-sql.test.ts`), so callers need not know.
 */
export async function judged(scratch: Scratch, rows: Sql, policy: Policy, hints: RowHints = {}): Promise<Sql> {
  const { clickhouse } = scratch;
  // With most rules read from the hits there is little to understand, and counting would read the rows twice.
  const verdicts = hints.kept || hints.many ? undefined : await judgeFew(clickhouse, rows, policy);
  if (verdicts === undefined) return withVerdicts(rows, policy, hints);
  if (verdicts.length === 0) return rows;
  const table = await scratch.table(COLUMNS, sql`Join(ANY, LEFT, key)`);
  await clickhouse.insert(table.pieces.join(''), verdicts);
  return withStoredVerdicts(rows, table);
}
