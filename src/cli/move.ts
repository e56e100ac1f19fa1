import { moveToServers } from '#app/server/move.ts';
import { moveFiles } from '#app/server/move-files.ts';
import type { Config } from '#platform/server/config.ts';
import type { MovedFiles } from '#platform/server/move/files.ts';
import { stepPrinter, terminalPrinter } from './print.ts';

/** Of a data folder that nothing serves meanwhile: so by this process, and no command of a server. */
export async function move(config: Config, { files: onlyFiles }: { files: boolean }): Promise<void> {
  const print = terminalPrinter();
  if (onlyFiles) {
    print.line(filesText(await moveFiles(config, print.line), config));
    return;
  }
  const { records, traffic, files } = await moveToServers(config, stepPrinter(print), print.line);
  const say = ({ tables, rows }: typeof records): string => `${rows.toLocaleString('en')} rows in ${tables} tables`;
  print.line(`Moved: PostgreSQL ${say(records)}, ClickHouse ${say(traffic)}; each the same here and there.`);
  print.line(
    `  Start with these settings. "postgres" and "clickhouse" in ${config.dataFolder} are as they were, and no longer used.`,
  );
  print.line(files ? filesText(files, config) : `  Files stay in ${config.dataFolder}.`);
}

const filesText = ({ files, bytes }: MovedFiles, { dataFolder }: Config): string =>
  `Moved: ${files.toLocaleString('en')} files, ${bytes.toLocaleString('en')} bytes; each the same here and in the bucket. Those in ${dataFolder} are as they were, and no longer used.`;
