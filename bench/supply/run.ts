/**
 * What files of the supply cost: imports of the same events into a package that keeps none and into one that keeps six of
 * 10,000 lines, in turns; a new version over the million events that then lie there, a file that did not change, the page
 * that compares, and the preview of the rule. Every event's check is held against how it was made. Keeps its data below
 * `.tmp/` and removes it. `npm run build && npm run bench -- supply [--rows N]`.
 */
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openContext } from '#app/server/open-context.ts';
import { ROOT } from '#app/server/places.ts';
import type { SupplyKind } from '#domains/supply/contract/supply-file.ts';
import { fetchFiles } from '#domains/supply/server/fetch-file.ts';
import { addFile, uploadVersion } from '#domains/supply/server/file-store.ts';
import { putInForce } from '#domains/supply/server/in-force.ts';
import type { FetchParts } from '#domains/supply/server/parts.ts';
import { standings } from '#domains/supply/server/standings.ts';
import { createPackage } from '#platform/server/access/packages.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { readConfig } from '#platform/server/config.ts';
import { importLocalFile } from '#traffic/intake/server/imports.ts';
import { loadPolicy } from '#traffic/judge/server/load-policy.ts';
import { draftOf } from '#traffic/rule-sets/server/draft.ts';
import { previewRules } from '#traffic/rule-sets/server/replay/preview-rules.ts';
import { measured } from '../measured.ts';

const ROWS = Number(process.argv[process.argv.indexOf('--rows') + 1] || 500_000) || 500_000;
const ROUNDS = 2;
const LINES = 10_000;
const SITES = 5;
const [WITHOUT, WITH] = ['without.example', 'with.example'] as const;
const DAY_MS = 86_400_000;

const folder = mkdtempSync(join(ROOT, '.tmp', 'bench-supply-'));
const context = await openContext(readConfig({ ADSIEVE_DATA: folder, LOG_LEVEL: 'silent' }), (_title, work) => work());
const { database, clickhouse, packageInfo } = context;
const scope = systemScope();
const pages = new Map<string, string>();
const parts: FetchParts = {
  database,
  clickhouse,
  packageInfo,
  now: () => new Date(),
  openIncident: async () => ({ id: 0 }),
  outbound: {
    getText: async (url) => {
      const body = pages.get(url);
      return body === undefined ? { status: 503, body: '' } : { status: 200, body };
    },
  },
};

const exchange = (account: number): string => `exchange-${account % 40}.example`;
const ads = (lines: number): string =>
  Array.from({ length: lines }, (_, n) => `${exchange(n)}, acc-${n}, ${n % 2 ? 'RESELLER' : 'DIRECT'}`).join('\n');
const sellers = JSON.stringify({
  sellers: Array.from({ length: LINES }, (_, n) => ({ seller_id: `acc-${n}`, seller_type: 'PUBLISHER' })),
});

/** Of event `n`: one of ten is of a site nobody keeps a file of, one of seven by an account nobody names. */
function eventOf(n: number): { site: string; account: number; check: string } {
  const isKept = n % 10 !== 0;
  const account = n % 7 === 0 ? LINES + (n % 1_000) : (n * 13) % LINES;
  const known = account % 2 ? 'reseller' : 'direct';
  const isListed = exchange(account) === exchange(0);
  const check = account < LINES ? (isKept ? known : '') : isKept ? 'unauthorised' : isListed ? 'unknown_seller' : '';
  return {
    site: isKept ? `${n % 3 ? '' : 'm.'}site-${n % SITES}.example` : `other-${n % 900}.example`,
    account,
    check,
  };
}

async function written(round: number): Promise<string> {
  const path = join(folder, `events-${round}.csv`);
  const start = Date.now() - (20 + round) * DAY_MS;
  function* lines() {
    yield 'time,event_kind,user_id,declared_domain,exchange,seller_id,publisher\n';
    for (let n = 0; n < ROWS; n++) {
      const { site, account } = eventOf(n);
      const at = new Date(start + Math.floor((n / ROWS) * DAY_MS)).toISOString().slice(0, 19).replace('T', ' ');
      yield `${at},impression,user-${round}-${n},${site},${exchange(account)},acc-${account},publisher ${n % 50}\n`;
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(path));
  return path;
}

const seconds = (n: number): string => n.toFixed(2).padStart(7);
interface Cost {
  seconds: number;
  cpu: number;
}
async function timed<A>(what: string, work: () => Promise<A>): Promise<Cost & { answer: A }> {
  const before = process.cpuUsage();
  const { answer, seconds: took, megabytes } = await measured(work);
  const { user, system } = process.cpuUsage(before);
  const cpu = (user + system) / 1e6;
  console.log(`| ${what.padEnd(52)} | ${seconds(took)} | ${seconds(cpu)} | ${megabytes.toFixed(0).padStart(6)} |`);
  return { answer, seconds: took, cpu };
}

async function imported(name: string, round: number, path: string): Promise<Cost> {
  return timed(
    `import of ${ROWS.toLocaleString('en')} events, ${name === WITH ? 'six files' : 'no file'}`,
    async () => {
      const wanted = { packageName: name, path, fileName: `events-${round}.csv`, timeZone: 'UTC' };
      const { state, error } = await importLocalFile(scope, context.imports, wanted);
      if (state !== 'done') throw new Error(`${state} ${error}`);
    },
  );
}

async function kept(kind: SupplyKind, domain: string, text: string) {
  const file = await addFile(scope, parts, { package_name: WITH, kind, domain, apps: [], watched: true });
  const info = await packageInfo(scope, WITH);
  await uploadVersion(scope, parts, file, {
    text,
    day: new Date(Date.now() - 40 * DAY_MS).toISOString().slice(0, 10),
    info,
  });
  await putInForce(scope, parts, file);
  pages.set(`https://${domain}/${kind === 'ads' ? 'ads.txt' : 'sellers.json'}`, text);
  return file;
}

/** How often each check was found against how often it was made. */
async function checked(rounds: number): Promise<void> {
  const wanted = new Map<string, number>();
  for (let n = 0; n < ROWS; n++) {
    const { check } = eventOf(n);
    wanted.set(check, (wanted.get(check) ?? 0) + rounds);
  }
  const found = await clickhouse.query<{ check: string; n: number }>(
    sql`SELECT toString(seller_check) AS check, toUInt32(count()) AS n FROM traffic WHERE package = ${typed('String', WITH)} GROUP BY check`,
  );
  for (const { check, n } of found)
    if (wanted.get(check) !== n) throw new Error(`${check}: ${n}, not ${wanted.get(check)}`);
  if (found.length !== wanted.size) throw new Error(`${found.length} checks, not ${wanted.size}`);
}

try {
  for (const name of [WITHOUT, WITH]) {
    const of = { platform: 'web', timeZone: 'UTC', currency: 'EUR', dashboardTypes: ['Impression'] } as const;
    await createPackage(database, { name, title: name, ...of, dashboardTypes: ['Impression'] });
    await loadPolicy(database, name);
  }
  console.log(`${cpus().length} x ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}`);
  console.log(`| ${'What'.padEnd(52)} | Seconds |   CPU s | RSS MB |`);
  console.log(`| ${'-'.repeat(52)} | ------: | ------: | -----: |`);
  const files = [];
  for (let n = 0; n < SITES; n++) files.push(await kept('ads', `site-${n}.example`, ads(LINES)));
  await kept('sellers', exchange(0), sellers);
  const costs: { without: Cost; with: Cost }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const path = await written(round);
    const order = round % 2 ? [WITH, WITHOUT] : [WITHOUT, WITH];
    const [first, second] = [await imported(order[0] ?? '', round, path), await imported(order[1] ?? '', round, path)];
    costs.push(round % 2 ? { without: second, with: first } : { without: first, with: second });
    await checked(round + 1);
  }
  const events = (ROWS * ROUNDS).toLocaleString('en');
  const [site] = files;
  if (!site) throw new Error('No file');
  const info = await packageInfo(scope, WITH);
  await uploadVersion(scope, parts, site, { text: `${ads(LINES)}\nlate.example, 1, DIRECT`, day: undefined, info });
  await timed(`a new version of a file over ${events} events`, () => putInForce(scope, parts, site));
  const day = () => fetchFiles(scope, parts, WITH, new AbortController().signal);
  pages.set(`https://${site.domain}/ads.txt`, `${ads(LINES)}\nlate.example, 1, DIRECT`);
  await timed('a day of six files, none of them changed', day);
  await clickhouse.command(sql`SYSTEM FLUSH LOGS`).catch(() => {});
  await database.pool.query('UPDATE supply_file SET compared = 0; UPDATE supply_version SET recorded = false');
  await timed('the same, all written and compared anew', day);
  await checked(ROUNDS);
  const dates = { start_date: new Date(Date.now() - 30 * DAY_MS).toISOString().slice(0, 10), end_date: info.today };
  const { answer } = await timed(`page of sellers over ${events} events`, () => standings(scope, parts, info, dates));
  if (answer.length === 0) throw new Error('No seller');
  const draft = draftOf((await loadPolicy(database, WITH)).ruleSet);
  const rule = draft.rules['unauthorized_seller'];
  if (rule) rule.mode = 'off';
  const asked = { draft, days: 60 };
  const { answer: promised } = await timed(`preview without the rule over ${events} events`, () =>
    previewRules(scope, context, info, asked),
  );
  const bad = Array.from({ length: ROWS }, (_, n) => eventOf(n).check).filter((check) => check.startsWith('un'));
  if (promised.changed !== bad.length * ROUNDS) throw new Error(`${promised.changed}, not ${bad.length * ROUNDS}`);
  const ratio = (of: 'seconds' | 'cpu') =>
    costs.map((cost) => (cost.with[of] / cost.without[of]).toFixed(2)).join(', ');
  console.log(
    `An import with files against one without, by round: ${ratio('seconds')} of the time, ${ratio('cpu')} of the CPU`,
  );
} finally {
  await context.close();
  rmSync(folder, { recursive: true, force: true });
}
