/**
 * What an evidence file costs: a million events of one publisher, each with the values and limits of its rule, as CSV and
 * as Parquet in one signed archive; then the check of it, as `adsieve verify` does it. A tenth of them first, so that
 * memory that grows with the events is seen. Keeps its data below `.tmp/` and removes it.
 * `npm run build && npm run bench -- evidence [--rows N]`.
 */
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openContext } from '#app/server/open-context.ts';
import { ROOT } from '#app/server/places.ts';
import { jobPartsOf } from '#app/server/start-jobs.ts';
import { createUser } from '#domains/account/server/users.ts';
import { archiveOf } from '#domains/evidence/server/evidence-files.ts';
import { addEvidence, findEvidence, subjectOf } from '#domains/evidence/server/evidence-store.ts';
import { makeEvidence } from '#domains/evidence/server/make-evidence.ts';
import { verifyArchive } from '#domains/evidence/server/verify/verify-archive.ts';
import { createPackage } from '#platform/server/access/packages.ts';
import { scopeOfPerson } from '#platform/server/access/sessions.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { readConfig } from '#platform/server/config.ts';
import { loadPolicy } from '#traffic/judge/server/load-policy.ts';
import { measured } from '../measured.ts';

const ROWS = Number(process.argv[process.argv.indexOf('--rows') + 1] || 1_000_000) || 1_000_000;
const PACKAGE = 'evidence.example';
const MEGABYTE = 1e6;
const PERIOD = { period_from: '2026-10-01', period_to: '2026-10-31' };

const folder = mkdtempSync(join(ROOT, '.tmp', 'bench-evidence-'));
const context = await openContext(readConfig({ ADSIEVE_DATA: folder, LOG_LEVEL: 'silent' }), (_title, work) => work());
const { database, clickhouse, files } = context;
const say = (text: string): void => console.log(text);

const seed = (publisher: string, rows: number): Promise<void> =>
  clickhouse.command(
    sql`INSERT INTO traffic (row_id, package, kind, ts, received_at, import_id, source, record_no, publisher,
      sub_publisher, campaign, ip, device_id, click_id, user_agent, ip_class, ip_list, as_name, verdict, reason, hits,
      rule_version, cost, currency)
    SELECT generateUUIDv4(number), ${typed('String', PACKAGE)}, 'click', toDateTime64('2026-10-01 00:00:00', 3, 'UTC') + number % 2600000,
      now(), 1, 'bench', number, ${typed('String', publisher)}, concat('site-', toString(number % 300)),
      concat('campaign-', toString(number % 40)), toIPv6(concat('203.0.', toString(number % 250), '.', toString(number % 199))),
      toString(generateUUIDv4(number + 1)), hex(cityHash64(number)),
      concat('Mozilla/5.0 (Linux; Android 13; Pixel ', toString(number % 9), ') AppleWebKit/537.36 Chrome/12', toString(number % 9), '.0'),
      'datacenter', 'hosting networks: AS24940 Hetzner Online', 'Hetzner Online', 'fraud', 'net.datacenter', ['data_center'],
      1, toDecimal64(0.05, 6), 'EUR'
    FROM numbers(${typed('UInt64', rows)})`,
    {
      lane: 'write',
      settings: {
        max_insert_threads: 1,
        max_block_size: 32_768,
        min_insert_block_size_rows: 65_536,
        min_insert_block_size_bytes: 64_000_000,
      },
    },
  );

async function timed<A>(what: string, megabytes: (answer: A) => number, work: () => Promise<A>): Promise<A> {
  const { answer, seconds, megabytes: memory } = await measured(work);
  const rate = (megabytes(answer) / seconds).toFixed(1);
  say(
    `| ${what.padEnd(34)} | ${seconds.toFixed(1).padStart(6)} s | ${rate.padStart(6)} MB/s | ${memory.toFixed(0).padStart(6)} MB |`,
  );
  return answer;
}

/** One file about a publisher; with its bytes in the archive and as they are read again. */
async function made(publisher: string, author: number) {
  const scope = await scopeOfPerson(database, author);
  if (!scope) throw new Error('Nobody asks');
  const info = await context.packageInfo(scope, PACKAGE);
  const asked = { package_name: PACKAGE, publisher, ...PERIOD, campaign: '', event: '', category: '' };
  const { id } = await addEvidence(scope, database, info, {
    subject: subjectOf(info, asked),
    masked: true,
    now: new Date(),
  });
  await makeEvidence(jobPartsOf(context), id, new AbortController().signal);
  const row = await findEvidence(scope, database, id);
  const path = join(folder, `evidence-${id}.zip`);
  const stream = await files.read(archiveOf(id));
  if (row.state !== 'ready' || !stream) throw new Error(`Not made: ${row.error}`);
  return { row, path, stream };
}

/** Bytes of the events in both forms, which is what is written. */
async function eventBytes(path: string): Promise<number> {
  const { open } = await import('node:fs/promises');
  const { entriesOf } = await import('#domains/evidence/server/verify/archive.ts');
  const file = await open(path);
  const entries = await entriesOf(file);
  await file.close();
  return entries.filter(({ name }) => name.startsWith('events.')).reduce((sum, { size }) => sum + size, 0);
}

try {
  await createPackage(database, {
    name: PACKAGE,
    title: 'Evidence',
    platform: 'app',
    timeZone: 'UTC',
    currency: 'EUR',
    dashboardTypes: ['Click'],
  });
  await loadPolicy(database, PACKAGE);
  const { id: author } = await createUser(database, {
    email: 'bench@evidence.example',
    name: 'Bench',
    password: 'correct horse battery',
    role: 'admin',
  });
  const load = loadavg()[0]?.toFixed(2);
  say(`${cpus().length} x ${cpus()[0]?.model}, load ${load}`);
  say('| What                               |  Seconds |   Of events |    Memory |');
  say('| ---------------------------------- | -------- | ----------- | --------- |');
  for (const rows of [ROWS / 10, ROWS]) {
    const publisher = `Publisher of ${rows}`;
    await seed(publisher, rows);
    let size = 0;
    const { path } = await timed(
      `Made, ${rows.toLocaleString('en')} events`,
      () => size / MEGABYTE,
      async () => {
        const { row, path, stream } = await made(publisher, author);
        await pipeline(stream, createWriteStream(path));
        size = await eventBytes(path);
        if (row.claimed !== rows) throw new Error(`${row.claimed} of ${rows} claimed`);
        return { path };
      },
    );
    const { ok, said } = await timed(
      `Checked, ${rows.toLocaleString('en')} events`,
      () => size / MEGABYTE,
      () => verifyArchive(path),
    );
    if (!ok) throw new Error(said.join(' '));
    say(said[0] ?? '');
  }
} finally {
  await context.close();
  rmSync(folder, { recursive: true, force: true });
}
