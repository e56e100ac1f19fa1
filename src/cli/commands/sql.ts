import { jsonLines } from '#platform/server/clickhouse/json-lines.ts';
import { sql as statement, trusted } from '#platform/server/clickhouse/sql.ts';
import { type Cell, csvLine } from '#platform/server/csv.ts';
import { RAW_COLUMNS } from '#traffic/event/contract/event.ts';
import { FACTS } from '#traffic/event/contract/facts.ts';
import { command } from '../command.ts';

interface Args {
  /** A SELECT; without one the tables are listed, or the columns of one. */
  query: string;
  describe: string;
  seconds: number;
}

/** Rows of an answer that are printed; whoever wants more adds them up first, or downloads them. */
const MOST_ROWS = 100_000;

/**
 * Questions of an operator to the stored traffic, as CSV. What is asked stands inside of a SELECT, so that nothing but
 * reading can be asked; it runs in the lane of downloads, where no board waits for it.
 */
export const sql = command<Args>({
  name: 'sql',
  async run({ clickhouse }, { query, describe, seconds }, print) {
    const asked = query.trim().replace(/;$/, '');
    if (asked === '') return printTables(describe, print.line, (text) => clickhouse.query(text, { tag: 'sql' }));
    if (/;/.test(asked.replace(/'(?:[^'\\]|\\.|'')*'/g, ''))) throw new Error('One question at a time, please');
    // On lines of its own: a comment at the end of the question must not swallow what closes it.
    const within = trusted(['SELECT * FROM (', asked, `) LIMIT ${MOST_ROWS + 1}`].join('\n'));
    const bytes = await clickhouse.stream(within, 'lines', { tag: 'sql', timeoutSeconds: seconds });
    let head: string[] | undefined;
    let printed = 0;
    for await (const row of jsonLines<Record<string, unknown>>(bytes)) {
      // Said beside the rows, so that a file of them stays one; and no success, so that a script hears of it.
      if (printed === MOST_ROWS) throw new Error(`The answer has more rows: these are the first ${MOST_ROWS}`);
      printed++;
      if (!head) {
        head = Object.keys(row);
        print.line(csvLine(head).trimEnd());
      }
      print.line(csvLine(head.map((name) => cellOf(row[name]))).trimEnd());
    }
    return 0;
  },
});

const cellOf = (value: unknown): Cell =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null
    ? value
    : JSON.stringify(value);

interface Column {
  table: string;
  name: string;
  type: string;
}

const MEANINGS: Readonly<Record<string, { description: string } | undefined>> = { ...RAW_COLUMNS, ...FACTS };

/** Tables with their rows, or the columns of one with what they mean. */
async function printTables(
  table: string,
  line: (text: string) => void,
  ask: <T>(question: ReturnType<typeof statement>) => Promise<T[]>,
): Promise<number> {
  if (table === '') {
    const tables = await ask<{ name: string; rows: number; bytes: number }>(
      statement`SELECT name, toUInt32(ifNull(total_rows, 0)) AS rows, toFloat64(ifNull(total_bytes, 0)) AS bytes
        FROM system.tables WHERE database = currentDatabase() AND NOT startsWith(name, '.') ORDER BY name`,
    );
    for (const { name, rows } of tables) line(`${name.padEnd(28)} ${rows.toLocaleString('en').padStart(14)} rows`);
    line('');
    line('adsieve sql --describe traffic         what its columns mean');
    line('adsieve sql "SELECT publisher, count() AS events FROM traffic WHERE verdict = \'fraud\' GROUP BY publisher"');
    return 0;
  }
  const columns = await ask<Column>(
    statement`SELECT table, name, type FROM system.columns WHERE database = currentDatabase() ORDER BY table, position`,
  );
  const own = columns.filter((column) => column.table === table);
  if (own.length === 0) throw new Error(`There is no table ${table}; adsieve sql lists them`);
  const width = Math.max(...own.map(({ name }) => name.length));
  for (const { name, type } of own)
    line(`${name.padEnd(width)}  ${type.padEnd(24)}  ${MEANINGS[name]?.description ?? ''}`.trimEnd());
  return 0;
}
