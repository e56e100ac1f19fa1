/**
 * What uses of coupons out of events cost: the job over all events when it knows nothing, when nothing came, when a day
 * of orders came, and when that day is gone again. One event of forty is an order, one order of six names a code. Uses
 * are checked against a plain count. Keeps its data below `.tmp/` and removes it.
 * `npm run build && npm run bench -- coupons [--rows N]`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { openContext } from '#app/server/open-context.ts';
import { ROOT } from '#app/server/places.ts';
import { poolFields } from '#domains/infringement/contract/coupon.ts';
import { addPool } from '#domains/infringement/server/coupon-store.ts';
import { takeUsesOfEvents } from '#domains/infringement/server/event-uses.ts';
import { createPackage } from '#platform/server/access/packages.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { readConfig } from '#platform/server/config.ts';
import { moneyOf } from '#traffic/money/server/load-money.ts';
import { FILLING } from '../filling.ts';
import { measured } from '../measured.ts';

const ROWS = Number(process.argv[process.argv.indexOf('--rows') + 1] || 20_000_000) || 20_000_000;
const DAYS = 30;
const PACKAGE = 'coupons.example';
const CHUNK = 2_000_000;
const CODES = 400;

const folder = mkdtempSync(join(ROOT, '.tmp', 'bench-coupons-'));
const context = await openContext(readConfig({ ADSIEVE_DATA: folder, LOG_LEVEL: 'silent' }), (_title, work) => work());
const { database, clickhouse, packageInfo } = context;
const scope = systemScope();
const parts = {
  database,
  clickhouse,
  packageInfo,
  now: () => new Date(),
  moneyOf: (info: Parameters<typeof moneyOf>[1], days: Parameters<typeof moneyOf>[2]) =>
    moneyOf({ clickhouse, database }, info, days),
};

async function timed<A>(what: string, work: () => Promise<A>): Promise<A> {
  const before = process.cpuUsage();
  const { answer, seconds, megabytes } = await measured(work);
  const { user, system } = process.cpuUsage(before);
  const cpu = (user + system) / 1e6;
  const numbers = [seconds.toFixed(2).padStart(7), cpu.toFixed(2).padStart(7), megabytes.toFixed(0).padStart(6)];
  console.log(`| ${what.padEnd(40)} | ${numbers.join(' | ')} |`);
  return answer;
}

/** Events `from` to `from + count`, spread over `days` that begin `back` days ago. */
async function add(from: number, count: number, [back, days]: readonly [number, number], load: number): Promise<void> {
  for (let start = from; start < from + count; start += CHUNK)
    await clickhouse.command(
      sql`INSERT INTO traffic (row_id, package, kind, ts, received_at, import_id, source, publisher, user_id, event_name, order_id, coupon_code, revenue, currency, verdict)
        WITH number % 40 = 0 AS is_order, cityHash64(number) AS h
        SELECT reinterpretAsUUID(sipHash128(number)), ${typed('String', PACKAGE)}, if(is_order, 'web_event', 'click'),
          toDateTime64(today() - ${typed('UInt16', back)}, 3, 'UTC')
            + INTERVAL toInt64((number - ${typed('UInt64', from)}) / ${typed('UInt64', count)} * 86400000 * ${typed('UInt16', days)}) MILLISECOND,
          now(), ${typed('UInt32', load)}, 'bench', concat('Publisher ', toString(h % 80)), concat('user-', toString(h % 1000000)),
          if(is_order, 'purchase', ''), if(is_order, concat('order-', toString(number)), ''),
          if(is_order AND intDiv(number, 40) % 6 = 0, concat('code-', toString(h % ${typed('UInt16', CODES)})), ''),
          if(is_order, 20 + h % 50, 0), if(is_order, 'EUR', ''), 'clean'
        FROM numbers(${typed('UInt64', start)}, ${typed('UInt64', Math.min(CHUNK, from + count - start))})`,
      FILLING,
    );
}

const follow = (): Promise<void> => takeUsesOfEvents(scope, parts, AbortSignal.timeout(3_600_000));

async function check(): Promise<number> {
  const [plain] = await clickhouse.query<{ n: number }>(
    sql`SELECT toUInt32(count()) AS n FROM traffic WHERE coupon_code != ''`,
  );
  const { rows } = await database.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM coupon_use');
  if (rows[0]?.n !== plain?.n) throw new Error(`${rows[0]?.n} uses of ${plain?.n} orders`);
  return plain?.n ?? 0;
}

try {
  await createPackage(database, {
    name: PACKAGE,
    title: 'Coupons',
    platform: 'web',
    timeZone: 'UTC',
    currency: 'EUR',
    dashboardTypes: ['Click'],
  });
  for (let n = 0; n < CODES / 4; n++) {
    const fields = {
      name: `Coupon ${n}`,
      kind: 'shared',
      value: '10',
      value_kind: 'percent',
      publisher: `Publisher ${n % 80}`,
    };
    const pool = await addPool(scope, parts, { package_name: PACKAGE, ...z.object(poolFields).parse(fields) });
    await database.pool.query('UPDATE coupon_code SET code = $1 WHERE pool_id = $2', [`CODE${n}`, pool]);
  }
  await add(0, ROWS, [DAYS + 1, DAYS], 1);
  const millions = (ROWS / 1e6).toFixed(1);
  console.log(`${cpus().length} x ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}, ${millions} M events`);
  console.log(`| ${'What'.padEnd(40)} | Seconds |   CPU s | RSS MB |`);
  console.log(`| ${'-'.repeat(40)} | ------: | ------: | -----: |`);
  await timed('all uses, of which none is known', follow);
  const uses = await check();
  await timed('nothing came', follow);
  await add(ROWS, Math.round(ROWS / DAYS), [1, 1], 2);
  await timed('a day of events came', follow);
  const more = await check();
  await clickhouse.command(sql`ALTER TABLE traffic DELETE WHERE import_id = 2`, { settings: { mutations_sync: 2 } });
  await timed('and is gone again', follow);
  if ((await check()) !== uses) throw new Error('Not as before');
  console.log(`Checked: ${uses.toLocaleString('en')} uses, ${(more - uses).toLocaleString('en')} of the day`);
} finally {
  await context.close();
  rmSync(folder, { recursive: true, force: true });
}
