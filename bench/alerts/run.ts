/**
 * Alerts: how many planted stories they catch in 90 days and how often they speak of none, and what a turn over 1,000
 * alerts of 200 packages costs. Keeps its data below `.tmp/`. `npm run build && npm run bench -- alerts [--rows N]`.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import type { AppContext } from '#app/server/app-context.ts';
import { openContext } from '#app/server/open-context.ts';
import { ROOT } from '#app/server/places.ts';
import { widgetsOf } from '#app/server/start-jobs.ts';
import { evaluateAll } from '#domains/alerts/server/evaluate.ts';
import { alertTable, type StoredSettings } from '#domains/alerts/server/tables.ts';
import { createPackage } from '#platform/server/access/packages.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { readConfig } from '#platform/server/config.ts';
import { tallyOf, WATCHED } from './quality.ts';

const ROWS = Number(process.argv[process.argv.indexOf('--rows') + 1] || 20_000_000) || 20_000_000;
const FOLDER = join(ROOT, '.tmp', `bench-alerts-${ROWS}`);
const PACKAGES = 200;
const DAYS = 60;
const CHUNK = 1_000_000;
const TURNS = 3;
const SEEDS = Array.from({ length: 20 }, (_, at) => at + 1);
const say = (text: string): void => console.log(text);
const nameOf = (which: number): string => `bench-${which}.example`;

say(`Alerts, ${cpus().length} cores ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}\n`);
say(`| alert | planted | caught | false in 90 days, a package | of a sale |\n| --- | --: | --: | --: | --: |`);
for (const [name, watched] of Object.entries(WATCHED)) {
  const { planted, caught, false: wrong, sales } = tallyOf(watched, SEEDS);
  say(`| ${name} | ${planted} | ${caught} | ${(wrong / SEEDS.length).toFixed(2)} | ${sales} |`);
}

const settings = (more: Partial<StoredSettings>): StoredSettings => ({
  metric: 'fraud_percentage',
  comparison: 'weekday',
  direction: 'above',
  limit: 6,
  window: { unit: 'day', length: 1 },
  each: 'package',
  least: 100,
  filters: {},
  condition: null,
  cool_down: 24,
  quiet: null,
  severity: 'low',
  hooks: [],
  ...more,
});
/** Five of each package, of three shapes. */
const FIVE: readonly Partial<StoredSettings>[] = [
  {},
  { metric: 'total', direction: 'below' },
  { each: 'publisher' },
  { each: 'publisher', metric: 'total' },
  { metric: 'cost_at_risk', each: 'campaign' },
];

async function seed({ clickhouse, database }: AppContext): Promise<void> {
  for (let which = 0; which < PACKAGES; which++) {
    const name = nameOf(which);
    await createPackage(database, {
      name,
      title: name,
      platform: 'app',
      timeZone: 'Europe/Berlin',
      currency: 'USD',
      dashboardTypes: ['Install'],
    });
    await database.db.insert(alertTable).values(
      FIVE.map((more, at) => ({
        packageName: name,
        name: `Alert ${at}`,
        settings: settings(more),
        createdBy: 'bench',
      })),
    );
  }
  for (let from = 0; from < ROWS; from += CHUNK) {
    await clickhouse.command(
      sql`INSERT INTO traffic (row_id, package, kind, ts, received_at, import_id, source, person, publisher, campaign, cost, currency, verdict, reason)
        WITH cityHash64(number) AS h, cityHash64(number, 1) AS h2
        SELECT reinterpretAsUUID(sipHash128(number)),
          concat('bench-', toString(intDiv(number * ${typed('UInt64', PACKAGES)}, ${typed('UInt64', ROWS)})), '.example'), 'click',
          now64(3) - INTERVAL toInt64(h % ${typed('UInt64', DAYS * 86_400)}) SECOND, now(), 1, 'bench', h,
          concat('Publisher ', toString(h2 % 30)), concat('Campaign ', toString(h2 % 120)), 0.05, 'USD',
          if(h2 % 20 = 0, 'fraud', 'clean'), if(h2 % 20 = 0, 'clk.duplicate', '')
        FROM numbers(${typed('UInt64', from)}, ${typed('UInt64', Math.min(CHUNK, ROWS - from))})`,
      {
        settings: {
          max_insert_threads: 1,
          max_block_size: 32_768,
          min_insert_block_size_rows: 131_072,
          min_insert_block_size_bytes: 64_000_000,
        },
      },
    );
  }
}

const fresh = !existsSync(FOLDER);
mkdirSync(FOLDER, { recursive: true });
const context = await openContext(readConfig({ ADSIEVE_DATA: FOLDER, LOG_LEVEL: 'silent' }), (_title, work) => work());
try {
  if (fresh) await seed(context);
  const { clickhouse, database, packageInfo, clock } = context;
  const deps = { clickhouse, database, packageInfo, ...widgetsOf(context), now: () => clock.now() };
  say(`\n1,000 alerts of ${PACKAGES} packages over ${ROWS / 1e6} M events of ${DAYS} days:`);
  for (let turn = 1; turn <= TURNS; turn++) {
    const began = performance.now();
    const raised = await evaluateAll(systemScope(), deps);
    say(`turn ${turn}: ${((performance.now() - began) / 1000).toFixed(1)} s, ${raised} raised`);
  }
} finally {
  await context.close();
}
