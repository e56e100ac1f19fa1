import { existsSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { webClick } from '#analytics/contract/boards/web.ts';
import { openContext } from '#app/server/open-context.ts';
import { ROOT } from '#app/server/places.ts';
import { addDays, todayIn } from '#platform/contract/date-range.ts';
import { MOST_SHEET_ROWS } from '#platform/contract/file-formats.ts';
import { LOCALE_CODES } from '#platform/contract/locales.ts';
import { readConfig } from '#platform/server/config.ts';
import { median, signIn } from '../boards/client.ts';
import { PACKAGE, PERSON, seed } from '../boards/seed.ts';
import { residentMegabytes, startServer } from '../boards/server.ts';

/** Of all packages; the one asked for holds two fifths. */
const ROWS = Number(process.argv[process.argv.indexOf('--rows') + 1] || 2_500_000) || 2_500_000;
const FOLDER = join(ROOT, '.tmp', `bench-files-${ROWS}`);
const PORT = '4898';
const BASE = `http://127.0.0.1:${PORT}`;
const TODAY = todayIn('UTC', new Date());
const FROM = addDays(TODAY, -89);
const env = { ADSIEVE_DATA: FOLDER, ADSIEVE_PORT: PORT, LOG_LEVEL: 'silent' };
const say = (text: string): void => console.log(text);
const ASKED = `package_name=${PACKAGE}&fromDate=${FROM}&toDate=${TODAY}`;

async function main(): Promise<void> {
  say(`Files, ${cpus().length} cores ${cpus()[0]?.model ?? ''}, load ${loadavg()[0]?.toFixed(1)}\n`);
  if (!existsSync(FOLDER)) {
    const context = await openContext(readConfig({ ...env }), (_title, work) => work());
    await seed(context, ROWS, TODAY, say);
    await context.close();
  }
  const { server } = await startServer(env, BASE);
  try {
    const get = await signIn(BASE, PERSON);
    const { body } = await get(`/api/traffic/events?${ASKED}&limit=1`);
    const { total } = body as { total: number };
    say(`${total} events in the list; resident before ${residentMegabytes(server.pid ?? 0).toFixed(0)} MB`);
    for (const format of ['csv', 'parquet', 'xlsx'] as const) {
      const { ms, body: bytes } = await get(`/api/traffic/events/download?${ASKED}&format=${format}`);
      const rows = format === 'xlsx' ? Math.min(total, MOST_SHEET_ROWS) : total;
      const size = Number(bytes) / 1e6;
      say(
        `${format.padEnd(8)} ${(ms / 1000).toFixed(1).padStart(6)} s  ${size.toFixed(1).padStart(7)} MB  ${(size / (ms / 1000)).toFixed(1).padStart(6)} MB/s  ${Math.round(rows / (ms / 1000))} rows/s  resident ${residentMegabytes(server.pid ?? 0).toFixed(0)} MB`,
      );
    }
    for (const language of LOCALE_CODES) {
      const taken: number[] = [];
      for (let i = 0; i < 3; i++) taken.push((await get(`${webClick.api}/pdf?${ASKED}&language=${language}`)).ms);
      say(`PDF of a board of ${webClick.widgets.length} widgets, ${language}: ${(median(taken) / 1000).toFixed(2)} s`);
    }
  } finally {
    server.kill('SIGTERM');
    await new Promise((resolve) => server.once('exit', resolve));
  }
}

await main();
