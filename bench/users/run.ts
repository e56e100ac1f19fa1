/**
 * What the lists of administration cost with many people: the first page, a page far back, searches by what is typed.
 * Keeps its data below `.tmp/` and removes it. `npm run build && npm run bench -- users [--rows N]`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { openContext } from '#app/server/open-context.ts';
import { ROOT } from '#app/server/places.ts';
import { listMappings } from '#domains/users/server/mapping-store.ts';
import { listUsers } from '#domains/users/server/user-store.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { readConfig } from '#platform/server/config.ts';
import { median, quantile } from '../boards/client.ts';

const PEOPLE = Number(process.argv[process.argv.indexOf('--rows') + 1] || 10_000) || 10_000;
const PACKAGES = 200;
const TIMES = 40;
/** Rows of a page, and the last page. */
const LIMIT = 100;
const LAST = Math.ceil(PEOPLE / LIMIT);

const folder = mkdtempSync(join(ROOT, '.tmp', 'bench-users-'));
const context = await openContext(readConfig({ ADSIEVE_DATA: folder, LOG_LEVEL: 'silent' }), (_title, work) => work());
const { database } = context;
const scope = systemScope();

await database.pool.query(
  `INSERT INTO app_user (email, name, role, password_hash)
   SELECT 'person.' || n || '@company-' || n % 700 || '.example', 'Given' || n % 900 || ' Family' || n, 'customer', 'x'
   FROM generate_series(1, $1) n`,
  [PEOPLE],
);
await database.pool.query(
  `INSERT INTO package (name, title, platform, time_zone, currency, dashboard_types, domain)
   SELECT 'shop-' || n || '.example', 'Shop number ' || n, 'web', 'UTC', 'EUR', '{Visit}', 'shop-' || n || '.example'
   FROM generate_series(1, $1) n`,
  [PACKAGES],
);
await database.pool.query(
  `INSERT INTO user_package (user_id, package_name, position)
   SELECT u.id, 'shop-' || 1 + (u.id * 7 + n * 31) % $1 || '.example', n FROM app_user u, generate_series(0, 1) n
   ON CONFLICT DO NOTHING`,
  [PACKAGES],
);
await database.pool.query('ANALYZE');

const page = { page: 1, limit: LIMIT };
const QUESTIONS = {
  'users, first page': () => listUsers(scope, database, page),
  'users, last page': () => listUsers(scope, database, { page: LAST, limit: LIMIT }),
  'users, one name': () => listUsers(scope, database, { ...page, search: `family${PEOPLE - 7}` }),
  'users, a company': () => listUsers(scope, database, { ...page, search: '@company-42.' }),
  'users, two letters': () => listUsers(scope, database, { ...page, search: 'ny' }),
  'mappings, first page': () => listMappings(scope, database, page),
  'mappings, last page': () => listMappings(scope, database, { page: 2 * LAST, limit: LIMIT }),
  'mappings, one name': () => listMappings(scope, database, { ...page, search: `family${PEOPLE - 7}` }),
  'mappings, a package': () => listMappings(scope, database, { ...page, search: 'shop-42.' }),
};

console.log(
  `${PEOPLE} people, two of ${PACKAGES} packages each; ${cpus().length} cores ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}\n`,
);
console.log('| Question | Rows | Found | Median ms | 95th ms |');
console.log('| --- | ---: | ---: | ---: | ---: |');
for (const [name, ask] of Object.entries(QUESTIONS)) {
  const { rows, total } = await ask();
  if (rows.length === 0) throw new Error(`${name} found nothing`);
  const times: number[] = [];
  for (let n = 0; n < TIMES; n++) {
    const started = performance.now();
    await ask();
    times.push(performance.now() - started);
  }
  console.log(
    `| ${name} | ${rows.length} | ${total} | ${median(times).toFixed(1)} | ${quantile(times, 0.95).toFixed(1)} |`,
  );
}
await context.close();
rmSync(folder, { recursive: true, force: true });
process.exit(0);
