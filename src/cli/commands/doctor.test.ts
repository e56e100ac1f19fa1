import { mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { rememberBackup } from '#platform/server/backup/last-backup.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { openFilesToLook } from '#platform/server/files/open-files.ts';
import { connectPostgres } from '#platform/server/postgres/postgres.ts';
import { cleanClick, times, useCollector } from '#traffic/collector/testing/use-collector.ts';
import { useBucket } from '../../../test/support/use-bucket.ts';
import { doctor } from './doctor.ts';

const live = useCollector();
const bucket = useBucket();

/** Lines that need attention, and all of them. */
async function asked(args: { deep?: boolean } = {}): Promise<{ exit: number; troubles: string[]; all: string }> {
  const lines: string[] = [];
  const print = { line: (text: string) => void lines.push(text), progress: () => {} };
  const exit = await doctor.run(live.app.context, args, print);
  return { exit, troubles: lines.filter((line) => line.startsWith('!')), all: lines.join('\n') };
}

/** Within a second, as nearly all events are: imports know their moments to the second only. */
const now = (n: number) => ({ ...cleanClick(n), ts: new Date(live.app.clock.now().getTime() + 431).toISOString() });

beforeEach(async () => {
  await live.app.context.database.pool.query('DELETE FROM import');
  await live.send(times(5, now));
  await live.load();
});

describe('adsieve doctor', () => {
  it('says that nothing acknowledged is missing and nothing doubled, what waits, and how old the last backup is', async () => {
    await live.send([now(6), now(7), { ts: 'never' }]);
    const { folder } = live.app.context;
    await rememberBackup(folder.path, { at: '2026-11-01T00:00:00.000Z', folder: '/backups/1', events: 3 });
    const { all, troubles } = await asked();
    expect(all).toMatch(/Acknowledged and loaded +5 events of the kept loads: none missing, none doubled/);
    expect(all).toMatch(/Acknowledged and waiting +2 events since 2026/);
    expect(all).toMatch(/Dead letters +1/);
    expect(troubles.join()).toMatch(/Last backup .*\/backups\/1 +19 days old/);
    await live.app.context.database.pool.query("UPDATE intake_batch SET received_at = now() - interval '11 minutes'");
    expect((await asked()).troubles.join()).toContain('longer than ten minutes');
  });

  it('says how many clicks wait in files and since when, while PostgreSQL does not answer', async () => {
    const { context } = live.app;
    const folder = join(context.folder.path, 'clicks');
    mkdirSync(folder, { recursive: true });
    expect((await asked()).all).toMatch(/✓ Clicks in files +none/);
    const path = join(folder, 'elsewhere~7~100~1.open');
    writeFileSync(path, '{"packageName":"own.example","at":"2026-11-20T11:58:00.000Z"}\n');
    const away = connectPostgres({ connectionString: 'postgres://x:x@127.0.0.1:1/x' }, 'server', 1);
    const lines: string[] = [];
    const print = { line: (text: string) => void lines.push(text), progress: () => {} };
    expect(await doctor.run({ ...context, database: away }, {}, print)).toBe(1);
    await away.close();
    rmSync(path);
    expect(lines.join('\n')).toMatch(
      /! Clicks in files +1 since 2026-11-20T11:58:00.000Z +safe, but not in PostgreSQL/,
    );
    expect(lines.join('\n')).toMatch(/! Audit log +.*could not be looked at/);
  });

  it('says that the storage of files is away as one line among the others', async () => {
    const { context } = live.app;
    const place = bucket.place('own/');
    await bucket.stop();
    const config = { ...context.config, bucket: place };
    const { files, isAway } = await openFilesToLook(place, context.folder);
    const lines: string[] = [];
    const print = { line: (text: string) => void lines.push(text), progress: () => {} };
    expect([isAway, await doctor.run({ ...context, config, files }, {}, print)]).toEqual([true, 1]);
    await bucket.start();
    const all = lines.join('\n');
    expect(lines.filter((line) => /^! Files +s3:\/\/adsieve\/own\/ .*does not do its work/.test(line))).toHaveLength(1);
    for (const what of [
      'PostgreSQL',
      'ClickHouse',
      'Acknowledged and loaded +5',
      'Acknowledged and waiting',
      'Data folder',
    ])
      expect(all).toMatch(new RegExp(`✓ ${what}`));
    expect([all.match(/^. List /gm)?.length, all]).toEqual([
      context.lists().length,
      expect.stringMatching(/✓ Audit log/),
    ]);
  });

  it('tells a row that somebody has removed, and one that is there twice', async () => {
    const { clickhouse } = live.app.context;
    await clickhouse.command(sql`ALTER TABLE traffic DELETE WHERE click_id = 'c3'`, {
      settings: { mutations_sync: 2 },
    });
    const gone = await asked();
    expect([gone.exit, gone.troubles.join()]).toEqual([
      1,
      expect.stringMatching(/of own.example, 2026-11-20: 5 acknowledged, 4 stored +1 missing/),
    ]);
    await clickhouse.command(sql`INSERT INTO traffic SELECT * FROM traffic WHERE click_id = 'c4'`);
    expect((await asked()).troubles.join()).toMatch(/of own.example +stored 2 times/);
  });

  it('names a part that cannot be read', async () => {
    const { clickhouse } = live.app.context;
    const [part] = await clickhouse.query<{ name: string; path: string }>(
      sql`SELECT name, path FROM system.parts WHERE active AND table = 'traffic' AND rows > 0 LIMIT 1`,
    );
    const { name = '', path = '' } = part ?? {};
    expect((await asked({ deep: true })).all).toContain('all read, none damaged');
    const file = readdirSync(path).find((each) => /^(data|.*publisher.*)\.bin$/.test(each)) ?? '';
    truncateSync(join(path, file), 10);
    const { troubles } = await asked({ deep: true });
    expect(troubles.join()).toContain(`traffic ${name}`);
    expect(troubles.join()).toContain(`DETACH PART '${name}'`);
    // What a start would do with it.
    await clickhouse.command(sql`DETACH TABLE traffic`);
    await clickhouse.command(sql`ATTACH TABLE traffic`);
    const after = await asked();
    expect(after.troubles.join()).toMatch(new RegExp(`traffic broken-on-start_${name} .*its rows are missing`));
  });
});
