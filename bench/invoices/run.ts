/**
 * What a run of a thousand documents costs: approved payout reports of a thousand publishers, each with twenty lines, are
 * issued by the job that the screen starts. Numbers and sums are checked against the database afterwards. Keeps its data
 * below `.tmp/` and removes it. `npm run build && npm run bench -- invoices [--documents N] [--facturx]`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { openContext } from '#app/server/open-context.ts';
import { ROOT } from '#app/server/places.ts';
import { agreementBook } from '#domains/agreements/server/book.ts';
import { addBatch, listBatches, runBatch } from '#domains/invoices/server/batch-store.ts';
import { settledBook } from '#domains/settlements/server/settled-book.ts';
import { createPackage } from '#platform/server/access/packages.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { readConfig } from '#platform/server/config.ts';
import { openTexts } from '#platform/server/texts.ts';

const asked = process.argv.indexOf('--documents');
const DOCUMENTS = asked < 0 ? 1_000 : Number(process.argv[asked + 1]);
const LINES = 20;
const PACKAGE = 'com.billed';
const MEGABYTE = 1024 * 1024;
const SHOWN_EVERY_MS = 20_000;
const say = (text: string): void => console.log(text);

const folder = mkdtempSync(join(ROOT, '.tmp', 'bench-invoices-'));
const context = await openContext(readConfig({ ADSIEVE_DATA: folder, LOG_LEVEL: 'silent' }), (_title, work) => work());
const { database } = context;
const scope = systemScope();
const now = () => new Date();
const parts = { database, packageInfo: context.packageInfo, agreementBook, settledBook, texts: openTexts(ROOT), now };

const LEGAL = { address: 'Main Street 1', postal_code: '10115', city: 'Berlin', state_code: '', country: 'DE' };
const RULE = {
  valid_from: '2026-01-01',
  country: '',
  state_code: '',
  category: 'S',
  taxes: [{ name: 'VAT', percent: '19' }],
  note: '',
  withholding_percent: '0',
};
const SETTINGS = {
  ...LEGAL,
  legal_name: 'Issuer GmbH',
  tax_ids: ['DE123456789'],
  email: 'billing@issuer.example',
  bank: '',
  prefix: 'B-',
  reset: 'never',
  fiscal_month: 4,
  terms: 'Within 14 days.',
  footer: '',
  locale: 'en',
  tax_rules: [RULE],
  e_invoice: process.argv.includes('--facturx') ? 'facturx' : 'none',
};

/** Approved reports as settlements store them, made by one statement. */
async function seed(): Promise<void> {
  await createPackage(database, {
    name: PACKAGE,
    title: 'Billed',
    platform: 'app',
    timeZone: 'UTC',
    currency: 'EUR',
    dashboardTypes: ['Click'],
  });
  const { pool } = database;
  await pool.query(
    `INSERT INTO invoice_config (package_name, settings, updated_by, updated_at) VALUES ($1, $2, 'bench', now())`,
    [PACKAGE, SETTINGS],
  );
  await pool.query(
    `INSERT INTO invoice_customer VALUES ($1, '', 'Customer GmbH', 'Street 2', '10117', 'Berlin', '', 'DE', '{DE987654321}', 'a@b.example', '', 'EUR', 'bench', now())`,
    [PACKAGE],
  );
  await pool.query(
    `INSERT INTO settlement (package_name, publisher, period_from, period_to, state, rows, totals, basis, created_by, approved_by, approved_at)
     SELECT $1, 'Publisher ' || p, '2026-10-01', '2026-10-31', 'approved',
       (SELECT jsonb_agg(jsonb_build_object('period_from', '2026-10-01', 'period_to', '2026-10-31', 'publisher', 'Publisher ' || p,
         'campaign', 'Campaign ' || c, 'event', 'install', 'payment_model', 'Installs', 'model', 'CPI', 'valid', p + c, 'allowed', 0,
         'rate', '1.25', 'net', ((p + c) * 1.25)::numeric(12, 2)::text, 'currency', 'EUR')) FROM generate_series(1, ${LINES}) c),
       (SELECT jsonb_build_array(jsonb_build_object('publisher', 'Publisher ' || p, 'currency', 'EUR', 'extras', '0', 'adjustments', '0',
         'net', sum(((p + c) * 1.25)::numeric(12, 2))::text, 'tax', '0', 'withholding', '0',
         'payable', sum(((p + c) * 1.25)::numeric(12, 2))::text, 'is_carried', false)) FROM generate_series(1, ${LINES}) c),
       '{"settings": []}', 'bench', 'bench', now()
     FROM generate_series(1, $2::int) p`,
    [PACKAGE, DOCUMENTS],
  );
}

try {
  await seed();
  const [cpu] = cpus();
  say(`${cpus().length} x ${cpu?.model}, load ${loadavg()[0]?.toFixed(2)}, ${DOCUMENTS} documents of ${LINES} lines`);
  const days = { period_from: '2026-10-01', period_to: '2026-10-31' };
  const { id } = await addBatch(scope, parts, { package_name: PACKAGE, kind: 'invoice', ...days });
  let [most, shown] = [0, 0];
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 50);
  const started = performance.now();
  const { signal } = new AbortController();
  const show = (share: number): void => {
    const at = performance.now();
    if (at - shown < SHOWN_EVERY_MS) return;
    shown = at;
    say(`  ${(share * 100).toFixed(0)} % after ${((at - started) / 1000).toFixed(0)} s`);
  };
  await runBatch(scope, parts, id, { signal, show });
  const seconds = (performance.now() - started) / 1000;
  clearInterval(watch);
  const [run] = await listBatches(scope, parts, PACKAGE);
  const { rows } = await database.pool.query(
    `SELECT count(*)::int AS n, count(DISTINCT number)::int AS numbers, max(seq) AS last, sum(length(pdf))::int AS bytes,
       sum((data->>'net')::numeric)::text AS net,
       (SELECT sum((t->>'net')::numeric)::text FROM settlement, jsonb_array_elements(totals) t) AS owed FROM invoice`,
  );
  const [sum] = rows;
  say(
    `${seconds.toFixed(1)} s, ${(seconds / DOCUMENTS).toFixed(3)} s each, ${(most / MEGABYTE).toFixed(0)} MB, failures ${run?.failures}`,
  );
  say(
    `${sum.n} documents, ${sum.numbers} numbers, the last ${sum.last}, ${(sum.bytes / MEGABYTE).toFixed(1)} MB, net ${sum.net} of ${sum.owed}`,
  );
  if (sum.n !== DOCUMENTS || sum.last !== DOCUMENTS || sum.net !== sum.owed) throw new Error('Not what is owed');
} finally {
  await context.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
