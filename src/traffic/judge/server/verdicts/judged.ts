import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { type Sql, sql, trusted } from '#platform/server/clickhouse/sql.ts';
import { withWorkTable } from '#traffic/event/server/work-table.ts';
import type { Policy } from '../load-policy.ts';
import { judgeFew, withStoredVerdicts } from './judge-few.ts';
import { type RowsKnown, withVerdicts } from './judge-sql.ts';
import { VERDICT_COLUMNS } from './verdict-columns.ts';

const COLUMNS = trusted(
  ['key String', ...Object.entries(VERDICT_COLUMNS).map(([name, type]) => `${name} ${type}`)].join(', '),
);

/**
 * Hands `work` the rows with their verdicts, for as long as it runs: few rows judged in JavaScript and looked up, many by
 * the engine. Both interpreters come to the same (`judge-sql.test.ts`), so callers need not know.
 */
export async function withJudged<T>(
  ch: ClickHouse,
  rows: Sql,
  policy: Policy,
  work: (judged: Sql) => Promise<T>,
  known: RowsKnown = {},
): Promise<T> {
  // With most rules read from the hits there is little to understand, and counting would read the rows twice.
  const verdicts = known.kept || known.many ? undefined : await judgeFew(ch, rows, policy);
  if (verdicts === undefined) return work(withVerdicts(rows, policy, known));
  if (verdicts.length === 0) return work(rows);
  return withWorkTable(ch, COLUMNS, sql`Join(ANY, LEFT, key)`, async (table) => {
    await ch.insert(table.pieces.join(''), verdicts);
    return work(withStoredVerdicts(rows, table));
  });
}
