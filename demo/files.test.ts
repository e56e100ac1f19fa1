import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppsFlyerOptions, appsFlyerHeader, writeAppsFlyerCsv } from './appsflyer-file.ts';
import { APPSFLYER_COLUMNS, APPSFLYER_EXTRA_COLUMNS } from './data/appsflyer-columns.ts';
import { webLogLines, writeWebLog } from './web-log.ts';
import { writeDemoFiles } from './write-files.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adsieve-demo-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const hash = async (path: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex');

const options: AppsFlyerOptions = { rows: 3000, seed: 3, endDay: '2026-11-20', dialect: 'display' };

async function appsFlyer(
  extra: Partial<AppsFlyerOptions> = {},
): Promise<{ path: string; rows: Record<string, string>[] }> {
  const path = join(folder, `${JSON.stringify(extra).replaceAll(/\W/g, '') || 'plain'}.csv`);
  await writeAppsFlyerCsv(path, { ...options, ...extra });
  const parsed = Papa.parse<Record<string, string>>(await readFile(path, 'utf8'), {
    header: true,
    skipEmptyLines: true,
  });
  expect(parsed.errors).toEqual([]);
  return { path, rows: parsed.data };
}

describe('AppsFlyer files of the demo', () => {
  it('carry exactly the 81 published columns in their order, 128 with the fields on request', () => {
    expect(APPSFLYER_COLUMNS.length).toBe(81);
    expect(APPSFLYER_EXTRA_COLUMNS.length).toBe(47);
    const display = appsFlyerHeader({ dialect: 'display' });
    expect([display[0], display[1], display[13], display[22], display[50], display[80]]).toEqual([
      'Attributed Touch Type',
      'Attributed Touch Time',
      'Channel',
      'Site ID',
      'City',
      'Original URL',
    ]);
    // Taken once from an independent copy of the published order, so that a slip in our list cannot pass.
    const fingerprint = (names: readonly string[]): string =>
      createHash('sha256').update(names.join(',')).digest('hex').slice(0, 16);
    expect(fingerprint(display)).toBe('d58bd46151ae9ae8');
    const wide = appsFlyerHeader({ dialect: 'display', extra47: true });
    expect(fingerprint(wide.slice(81))).toBe('8f1728b9cf5ae4e4');
    expect(wide.length).toBe(128);
    expect(appsFlyerHeader({ dialect: 'display', protect360: true }).length).toBe(87);
    expect(appsFlyerHeader({ dialect: 'display', protect360: true, extra47: true }).length).toBe(129);
    expect(appsFlyerHeader({ dialect: 'locker' })).toEqual(
      expect.arrayContaining(['af_prt', 'af_siteid', 'af_sub5', 'contributor3_touch_time']),
    );
    expect(appsFlyerHeader({ dialect: 'etl' })).toEqual(expect.arrayContaining(['site_id', 'sub_param_1', 'is_wifi']));
  });

  it('have as many rows as asked, each with every column, times without zone and install after touch', async () => {
    const { rows } = await appsFlyer();
    expect(rows.length).toBe(3000);
    for (const row of rows) {
      expect(row['Install Time']).toMatch(/^2026-1[01]-\d\d \d\d:\d\d:\d\d$/);
      expect(row['App Name']).toBe('Harbour Tales');
      expect(row['Original URL']).toMatch(row['Media Source'] === 'organic' ? /^$/ : /^https:\/\//);
      if (row['Attributed Touch Time'])
        expect((row['Attributed Touch Time'] ?? '') <= (row['Install Time'] ?? '')).toBe(true);
      expect(row['Country Code']).toMatch(/^[A-Z]{2}$/);
      expect(row.IP).toMatch(/^\d+\.\d+\.\d+\.\d+$/);
    }
  });

  it('fill every combination of fields without shifting a column', async () => {
    const events = await appsFlyer({ report: 'in-app-events', extra47: true });
    expect(events.rows.some((row) => row['Event Name'] === 'af_purchase' && Number(row['Event Revenue']) > 0)).toBe(
      true,
    );
    expect(
      events.rows.some((row) => (row['Google Play Install Begin Time'] ?? '') < (row['Google Play Click Time'] ?? '')),
    ).toBe(true);
    for (const extra of [{ protect360: true }, { protect360: true, extra47: true, dialect: 'locker' as const }]) {
      const { rows } = await appsFlyer(extra);
      for (const row of rows) expect(row['Blocked Reason'] ?? row.blocked_reason).toMatch(/^[a-z_]+$/);
    }
  });

  it('come out the same for the same options', async () => {
    const once = await hash((await appsFlyer()).path);
    expect(await hash((await appsFlyer()).path)).toBe(once);
    expect(await hash((await appsFlyer({ seed: 4 })).path)).not.toBe(once);
  });
});

describe('demo files', () => {
  it('hold one event per line with its label beside, and come out the same twice', async () => {
    const plan = { seed: 1, endDay: '2026-11-20', days: 20, events: 6000 };
    const first = await writeDemoFiles(join(folder, 'a'), plan);
    const second = await writeDemoFiles(join(folder, 'b'), plan);
    expect(first.map((file) => file.package.name)).toEqual(['lindenloom.example', 'com.example.harbourtales']);
    for (const [i, file] of first.entries()) {
      const lines = (await readFile(file.path, 'utf8')).trimEnd().split('\n');
      const labels = (await readFile(file.labelsPath, 'utf8')).trimEnd().split('\n');
      expect([lines.length, labels.length]).toEqual([file.events, file.events]);
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({ kind: expect.any(String), ts: expect.stringMatching(/Z$/) });
      expect(lines.every((line) => !line.includes('scenario'))).toBe(true);
      expect(await hash(file.path)).toBe(await hash(second[i]?.path ?? ''));
    }
  });

  it('write web logs in the combined format, exactly as many lines as asked', async () => {
    const log = { seed: 1, endDay: '2026-11-20', rows: 2000 };
    const lines = [...webLogLines(log)];
    expect(lines.length).toBe(2000);
    for (const line of lines) {
      expect(line).toMatch(
        /^[\d.]+ - - \[\d\d\/Nov\/2026:\d\d:\d\d:\d\d \+0000\] "GET \/\S* HTTP\/1\.1" \d{3} \d+ "[^"]*" "[^"]+"$/,
      );
    }
    await writeWebLog(join(folder, 'access.log'), log);
    expect(await readFile(join(folder, 'access.log'), 'utf8')).toBe(`${lines.join('\n')}\n`);
  });
});
