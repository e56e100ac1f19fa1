import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPackage } from '#platform/server/access/packages.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { copyHashed, filesBelow } from '#platform/server/backup/hashed-copy.ts';
import { lastBackup } from '#platform/server/backup/last-backup.ts';
import { type Manifest, readManifest } from '#platform/server/backup/manifest.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { readConfig } from '#platform/server/config.ts';
import { FILE_PLACES, readText } from '#platform/server/files/files.ts';
import { Loader } from '#traffic/collector/server/loader.ts';
import { afterLoadsJob } from '#traffic/collector/server/upkeep-jobs.ts';
import { makeKey } from '#traffic/collector/server/write-keys.ts';
import { botClick, cleanClick, RUN, times } from '#traffic/collector/testing/use-collector.ts';
import { bucketSettings, useBucket } from '../../../test/support/use-bucket.ts';
import { layMigratedEngine } from '../../../test/support/use-clickhouse.ts';
import type { AppContext } from './app-context.ts';
import { takeBackup } from './backup.ts';
import { createApp } from './create-app.ts';
import { moveFiles } from './move-files.ts';
import { openContext } from './open-context.ts';
import { type Restored, restoreBackup } from './restore.ts';
import { jobsOf } from './start-jobs.ts';

const OWN = 'own.example';
const folder = mkdtempSync(join(tmpdir(), 'adsieve-backup-'));
const first = join(folder, 'first');
const second = join(folder, 'second');
const taken = join(folder, 'taken');
const bucket = useBucket();
const configOf = (data: string, more: Record<string, string> = {}) =>
  readConfig({ ADSIEVE_DATA: data, NODE_ENV: 'test', LOG_LEVEL: 'silent', ...more });
const step = <T>(_title: string, work: () => Promise<T>): Promise<T> => work();
const restoreInto = (data: string): Promise<Restored> => restoreBackup(taken, configOf(data), step);

async function inside<T>(data: string, work: (context: AppContext) => Promise<T>, config = configOf(data)): Promise<T> {
  const context = await openContext(config, step);
  try {
    return await work(context);
  } finally {
    await context.close();
  }
}

const storedIds = async ({ clickhouse }: AppContext): Promise<string[]> =>
  (await clickhouse.query<{ id: string }>(sql`SELECT extra['event_id'] AS id FROM traffic`)).map(({ id }) => id);

/** What was decided and judged of the events that were there first. */
const judged = ({ clickhouse }: AppContext) =>
  clickhouse.query(
    sql`SELECT row_id, ts, publisher, ip, decision, verdict FROM traffic WHERE publisher = 'First' ORDER BY row_id`,
  );

/** A sender whose answers are remembered. */
async function senderTo(context: AppContext) {
  const wanted = { package_name: OWN, name: 'Sender', origins: [] };
  const { secret } = await makeKey(systemScope(), context.database, new Date(), wanted);
  const { http } = await createApp(context);
  const acknowledged = new Set<string>();
  const sent = new Set<string>();
  let n = 0;
  const send = async (more: object = {}): Promise<void> => {
    const events = times(10, () => ({ ...(n++ % 3 === 0 ? botClick(n) : cleanClick(n)), ...more, ts: undefined }));
    for (const { event_id } of events) sent.add(event_id);
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    const payload = JSON.stringify(events);
    const answer = await http.inject({ method: 'POST', url: '/api/ingest/click', headers, payload });
    if (answer.statusCode === 202) for (const { event_id } of events) acknowledged.add(event_id);
  };
  return { send, sent, acknowledged };
}

/** What was there when the backup was asked for, and what came back. */
let story: { before: Set<string>; sent: Set<string>; manifest: Manifest; judged: unknown };
let restored: Restored;

async function takeAmidTraffic(context: AppContext): Promise<typeof story> {
  const { database, clickhouse, imports, jobs } = context;
  const record = { title: 'Own', platform: 'web' as const, timeZone: 'UTC', currency: 'USD' };
  await createPackage(database, { ...record, name: OWN, dashboardTypes: ['Click'] });
  await jobs.declare(jobsOf(context));
  await jobs.enqueue(afterLoadsJob, {});
  await context.files.write('reports/report-7', 'a report');
  const { send, sent, acknowledged } = await senderTo(context);
  const loader = new Loader(imports, { waitMs: 1 });
  await send({ publisher: 'First' });
  while (await loader.step(RUN));
  // Lies in a part of its own until a merge takes it in.
  await clickhouse.command(sql`SYSTEM STOP MERGES traffic`);
  await clickhouse.command(sql`UPDATE traffic SET decision = 'fraud', verdict = 'fraud' WHERE publisher = 'First'`);
  let stopped = false;
  const goOn = async (work: () => Promise<unknown>) => {
    while (!stopped) await Promise.all([work(), sleep(5)]);
  };
  const busy = [goOn(send), goOn(send), goOn(() => loader.step(RUN))];
  await sleep(300);
  const before = new Set(acknowledged);
  const manifest = await takeBackup(context, taken, { secrets: true });
  await sleep(100);
  stopped = true;
  await Promise.all(busy);
  return { before, sent, manifest, judged: await judged(context) };
}

beforeAll(async () => {
  await layMigratedEngine(join(first, 'clickhouse'));
  story = await inside(first, takeAmidTraffic);
  restored = await restoreInto(second);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a backup that is taken while events come and are loaded', () => {
  it('restored into an empty folder has all that was acknowledged before it, nothing twice, nothing else', async () => {
    const { waiting, events, manifest } = restored;
    expect([events, waiting]).toEqual([manifest.events, manifest.waiting]);
    await inside(second, async (context) => {
      const loader = new Loader(context.imports, { waitMs: 1 });
      // A load that fails on a busy machine is tried again, as the program does.
      const left = async (): Promise<number> => {
        while (await loader.step(RUN));
        const { rows } = await context.database.pool.query<{ n: number }>(
          'SELECT count(*)::int AS n FROM intake_batch',
        );
        return rows[0]?.n ?? 0;
      };
      await expect.poll(left, { timeout: 60_000 }).toBe(0);
      const ids = await storedIds(context);
      const stored = new Set(ids);
      expect(story.before.size).toBeGreaterThan(20);
      expect([...story.before].filter((id) => !stored.has(id))).toEqual([]);
      expect(ids.length).toBe(stored.size);
      expect(ids.filter((id) => !story.sent.has(id))).toEqual([]);
      // What UPDATE changed is neither in BACKUP nor in FREEZE of the engine.
      expect(await judged(context)).toEqual(story.judged);
      const { pool } = context.database;
      const { rows } = await pool.query("SELECT name, state FROM pgboss.job WHERE name = 'after-live-loads'");
      expect(rows).toEqual([{ name: 'after-live-loads', state: 'created' }]);
      // Numbers go on where they were.
      const record = { title: 'New', platform: 'web' as const, timeZone: 'UTC', currency: 'USD' };
      await createPackage(context.database, { ...record, name: 'new.example', dashboardTypes: ['Click'] });
      expect(context.folder.secret('session')).toBe(readFileSync(join(first, 'secrets', 'session'), 'utf8'));
    });
  }, 120_000);

  it('has the files, of the folder and, when they were moved there, of a bucket', async () => {
    const config = configOf(second, bucketSettings(bucket.place()));
    await expect(inside(second, async () => {}, config)).rejects.toThrow('move --files');
    await moveFiles(config, () => {});
    const into = join(folder, 'of-bucket');
    await inside(
      second,
      async (context) => {
        expect(await readText(context.files, 'reports/report-7')).toBe('a report');
        await context.files.write('creatives/spot.mp4', 'a spot');
        await takeBackup(context, into, { secrets: false });
      },
      config,
    );
    // What was left in the folder when it was moved is not taken a second time.
    const parts = (await readManifest(into)).parts.filter(({ kind }) => kind === 'files');
    const shared = parts.filter(({ place }) => FILE_PLACES.some((each) => place.startsWith(each)));
    expect(shared.map(({ place, files, bytes }) => [place, files, bytes])).toEqual([
      ['reports', 1, 8],
      ['creatives', 1, 6],
    ]);
    for (const { path, sha256 } of shared) expect((await copyHashed(join(into, path), undefined)).sha256).toBe(sha256);
  });

  it('is known by the folder it was taken of, and leaves nothing behind there', async () => {
    expect(await lastBackup(first)).toEqual({
      at: story.manifest.taken_at,
      folder: taken,
      events: story.manifest.events,
    });
    expect(readdirSync(first).filter((name) => name.startsWith('snapshot-'))).toEqual([]);
  });
});

describe('a restore', () => {
  const third = join(folder, 'third');
  const fileOf = async (part: string): Promise<string> => {
    const path = story.manifest.parts.find(({ name }) => name.startsWith(part))?.path ?? '';
    const [file = ''] = (await filesBelow(join(taken, path))).slice(-1);
    return join(taken, path, file);
  };

  it('refuses a folder with something in it, which stays as it was', async () => {
    await expect(restoreInto(first)).rejects.toThrow('is not empty');
    expect(readdirSync(first)).toContain('postgres');
  });

  it('refuses a damaged part by its name, and leaves nothing', async () => {
    for (const [part, harm] of [
      ['traffic/traffic/', (file: string) => truncateSync(file, 1)],
      ['records/public.package', (file: string) => appendFileSync(file, 'more')],
      ['secrets', (file: string) => rmSync(file)],
    ] as const) {
      const file = await fileOf(part);
      const sound = readFileSync(file);
      harm(file);
      await expect(restoreInto(third)).rejects.toThrow(`The part ${part}`);
      expect(readdirSync(third)).toEqual([]);
      writeFileSync(file, sound);
    }
    rmSync(join(taken, 'manifest.json'));
    await expect(restoreInto(third)).rejects.toThrow('broken off');
  });

  it('that was broken off is no installation: nothing starts on it', async () => {
    writeFileSync(join(third, 'restoring'), taken);
    await expect(inside(third, async () => {})).rejects.toThrow('was broken off');
  });
});
