import { moveToServers } from '#app/server/move.ts';
import type { Config } from '#platform/server/config.ts';
import { stepPrinter, terminalPrinter } from './print.ts';

/** Of a data folder that nothing serves meanwhile: so by this process, and no command of a server. */
export async function move(config: Config): Promise<void> {
  const print = terminalPrinter();
  const { records, traffic } = await moveToServers(config, stepPrinter(print), print.line);
  const say = ({ tables, rows }: typeof records): string => `${rows.toLocaleString('en')} rows in ${tables} tables`;
  print.line(`Moved: PostgreSQL ${say(records)}, ClickHouse ${say(traffic)}; each the same here and there.`);
  print.line(
    `  Start with these settings. Files stay in ${config.dataFolder}; "postgres" and "clickhouse" in it are as they were, and no longer used.`,
  );
}
