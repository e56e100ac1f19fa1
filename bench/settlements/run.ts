/**
 * What a settlement of one month costs: events of 80 publishers in 2,000 campaigns under agreements of their own, counted
 * and reckoned, stored, approved, and looked at again with the next month. The totals are checked against one plain
 * statement. Keeps its data below `.tmp/` and removes it.
 * `npm run build && npm run bench -- settlements [--rows N]`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { openContext } from '#app/server/open-context.ts';
import { ROOT } from '#app/server/places.ts';
import { agreementBook } from '#domains/agreements/server/book.ts';
import { payoutReport } from '#domains/settlements/server/payout-report.ts';
import { approveSettlements, generateSettlements } from '#domains/settlements/server/settlement-store.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { readConfig } from '#platform/server/config.ts';
import { measured } from '../measured.ts';
import { LATER, MONTH, PACKAGE, PUBLISHERS, seed } from './seed.ts';

const ROWS = Number(process.argv[process.argv.indexOf('--rows') + 1] || 20_000_000) || 20_000_000;
const NOW = new Date('2026-11-20T12:00:00Z');

const folder = mkdtempSync(join(ROOT, '.tmp', 'bench-settlements-'));
const context = await openContext(readConfig({ ADSIEVE_DATA: folder, LOG_LEVEL: 'silent' }), (_title, work) => work());
const { database, clickhouse } = context;
const scope = systemScope();
const parts = { database, clickhouse, packageInfo: context.packageInfo, agreementBook, now: () => NOW };
const say = (text: string): void => console.log(text);

const load = loadavg()[0]?.toFixed(2);
say(`${cpus().length} x ${cpus()[0]?.model}, load ${load}, ${(ROWS / 1e6).toFixed(1)} M events`);

async function timed<A>(what: string, work: () => Promise<A>): Promise<A> {
  const { answer, seconds, megabytes } = await measured(work);
  say(`| ${what.padEnd(52)} | ${seconds.toFixed(2).padStart(7)} s | ${megabytes.toFixed(0).padStart(6)} MB |`);
  return answer;
}

try {
  await seed(context, ROWS);
  const info = await context.packageInfo(scope, PACKAGE);
  const wanted = { package_name: PACKAGE, publishers: [] };
  say('| What                                                 |   Seconds |    Memory |');
  say('| ---------------------------------------------------- | --------- | --------- |');
  const report = await timed('The report of the month, nothing stored', () =>
    payoutReport(scope, parts, info, { ...MONTH, publishers: [] }),
  );
  await timed('The same of one publisher', () =>
    payoutReport(scope, parts, info, { ...MONTH, publishers: ['Publisher 7'] }),
  );
  const period = { period_from: MONTH.from, period_to: MONTH.to };
  const made = await timed('Generate and store', () => generateSettlements(scope, parts, { ...wanted, ...period }));
  await timed('Approve all', () =>
    approveSettlements(scope, parts, {
      package_name: PACKAGE,
      settlements: made.map(({ id, updated_at }) => ({ id, updated_at })),
    }),
  );
  await timed('Generate days after it, the month looked at again', () =>
    generateSettlements(scope, parts, { ...wanted, period_from: LATER.from, period_to: LATER.to }),
  );
  const [plain] = await clickhouse.query<{ gross: number; cents: number }>(
    sql`SELECT sum(units) AS gross, sum(paid) * 2 AS cents FROM (SELECT count() AS units, countIf(verdict != 'fraud') AS paid
        FROM traffic WHERE package = ${typed('String', PACKAGE)} AND toDate(ts, 'UTC') <= ${typed('Date', MONTH.to)})`,
  );
  const gross = report.rows.reduce((all, row) => all + row.gross, 0);
  const cents = report.totals.reduce((all, total) => all + Math.round(Number(total.net) * 100), 0);
  if (gross !== Number(plain?.gross) || cents !== Number(plain?.cents) || made.length !== PUBLISHERS)
    throw new Error(`Told ${gross} events and ${cents} cents of ${made.length}, of ${JSON.stringify(plain)}`);
  say(`Checked: ${gross} events in ${report.rows.length} lines, ${made.length} publishers, ${cents / 100} EUR`);
} finally {
  await context.close();
  rmSync(folder, { recursive: true, force: true });
}
