/**
 * What re-attribution of a month costs: installs and app events of persons with clicks of several publishers, a fifth of
 * them claimed by whom did not bring them. Figures are checked against plain counts. Keeps its data below `.tmp/` and
 * removes it. `npm run build && npm run bench -- reattribution [--rows N]`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { openContext } from '#app/server/open-context.ts';
import { ROOT } from '#app/server/places.ts';
import { agreementBook } from '#domains/agreements/server/book.ts';
import { listConversions } from '#domains/reattribution/server/conversion-list.ts';
import { summaryOf } from '#domains/reattribution/server/summary.ts';
import { touchesOf } from '#domains/reattribution/server/touch-list.ts';
import { createPackage } from '#platform/server/access/packages.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { readConfig } from '#platform/server/config.ts';
import { FILLING } from '../filling.ts';
import { measured } from '../measured.ts';

const ROWS = Number(process.argv[process.argv.indexOf('--rows') + 1] || 2_000_000) || 2_000_000;
const PACKAGE = 'credited.example';
const MONTH = { from: '2026-10-01', to: '2026-10-31' };
const CHUNK = 1_000_000;

const folder = mkdtempSync(join(ROOT, '.tmp', 'bench-reattribution-'));
const context = await openContext(readConfig({ ADSIEVE_DATA: folder, LOG_LEVEL: 'silent' }), (_title, work) => work());
const { database, clickhouse } = context;
const scope = systemScope();
const parts = { database, clickhouse, agreementBook };
const say = (text: string): void => console.log(text);

say(`${cpus().length} x ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(2)}, ${(ROWS / 1e6).toFixed(1)} M events`);

async function timed<A>(what: string, work: () => Promise<A>): Promise<A> {
  const { answer, seconds, megabytes } = await measured(work);
  say(`| ${what.padEnd(40)} | ${seconds.toFixed(2).padStart(7)} s | ${megabytes.toFixed(0).padStart(6)} MB |`);
  return answer;
}

/** Of ten rows of a person six are clicks, one is an install, three are events; a fifth of installs and events is a false claim. */
async function seed(): Promise<void> {
  await createPackage(database, {
    name: PACKAGE,
    title: 'Credited',
    platform: 'app',
    timeZone: 'UTC',
    currency: 'EUR',
    dashboardTypes: ['Click'],
  });
  for (let from = 0; from < ROWS; from += CHUNK)
    await clickhouse.command(
      sql`INSERT INTO traffic (row_id, package, kind, ts, received_at, import_id, source, device_id, device_id_class, publisher, campaign,
          event_name, click_time, install_time, verdict, reason)
        WITH intDiv(number, 10) AS who, number % 10 AS part, cityHash64(who) AS h,
          toDateTime64(${typed('String', MONTH.from)}, 3, 'UTC') + INTERVAL toInt64(h % 2592000000) MILLISECOND AS installed,
          part > 5 AND h % 5 = 0 AS bad
        SELECT reinterpretAsUUID(sipHash128(number)), ${typed('String', PACKAGE)}, if(part < 6, 'click', if(part = 6, 'install', 'app_event')),
          multiIf(part < 6, installed - INTERVAL (part * 7 + 1) HOUR, part = 6, installed, installed + INTERVAL part HOUR), now(), 1, 'bench',
          concat('device-', leftPad(toString(who), 12, '0')), 'valid', concat('Publisher ', toString(if(part < 6, (h + part) % 80, h % 80))),
          concat('Campaign ', toString(h % 2000)), if(part > 6, 'purchase', ''), if(part < 6, NULL, installed - INTERVAL 1 HOUR),
          if(part > 6, installed, NULL), if(bad, 'fraud', 'clean'), if(bad, 'clk.injection', '')
        FROM numbers(${typed('UInt64', from)}, ${typed('UInt64', Math.min(CHUNK, ROWS - from))})`,
      FILLING,
    );
}

try {
  await seed();
  const info = await context.packageInfo(scope, PACKAGE);
  say('| What                                     |   Seconds |    Memory |');
  say('| ---------------------------------------- | --------- | --------- |');
  const installs = await timed('Installs of the month', () =>
    summaryOf(scope, parts, info, { kind: 'install', ...MONTH }),
  );
  const events = await timed('Events of the month', () => summaryOf(scope, parts, info, { kind: 'event', ...MONTH }));
  const asked = {
    kind: 'install',
    zones: [],
    publisher: 'Publisher 5',
    side: 'moved_out',
    page: 1,
    limit: 10,
  } as const;
  const list = await timed('Ten installs of a publisher', () =>
    listConversions(scope, clickhouse, info, { ...asked, ...MONTH }),
  );
  const [first] = list.rows;
  if (!first) throw new Error('Nothing moved');
  await timed('Touches of one', () =>
    touchesOf(scope, clickhouse, info, { kind: 'install', rowId: first.row_id, zones: [] }),
  );
  const [plain] = await clickhouse.query<{ installs: number; events: number; claimed: number }>(
    sql`SELECT toUInt32(countIf(kind = 'install')) AS installs, toUInt32(countIf(kind = 'app_event')) AS events,
      toUInt32(countIf(kind = 'install' AND verdict = 'fraud')) AS claimed
      FROM traffic WHERE package = ${typed('String', PACKAGE)} AND toDate(ts, 'UTC') BETWEEN ${typed('Date', MONTH.from)} AND ${typed('Date', MONTH.to)}`,
  );
  const told = {
    installs: installs.totals.attributed_by_source,
    events: events.totals.attributed_by_source,
    claimed: installs.totals.moved_out + installs.totals.to_organic,
  };
  if (JSON.stringify(told) !== JSON.stringify(plain))
    throw new Error(`${JSON.stringify(told)}, not ${JSON.stringify(plain)}`);
  say(`Checked: ${told.installs} installs, ${told.claimed} of them claimed by others; ${told.events} events`);
} finally {
  await context.close();
  rmSync(folder, { recursive: true, force: true });
}
