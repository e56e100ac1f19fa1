import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { importText } from '#traffic/intake/contract/import-messages.ts';
import { useImports } from '../../../../test/support/use-imports.ts';

const mounted: string[] = [];
/** Puts a file system of so many kilobytes in place of a folder. */
function limit(path: string, kilobytes: number): boolean {
  mkdirSync(path, { recursive: true });
  const done = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', path]).status === 0;
  if (done) mounted.push(path);
  return done;
}
const lift = (): void => {
  for (const path of mounted.splice(0)) execFileSync('umount', [path]);
};
const probe = mkdtempSync(join(tmpdir(), 'adsieve-mount-'));
const mayMount = process.platform === 'linux' && limit(probe, 64);
lift();
afterAll(() => rmSync(probe, { recursive: true, force: true }));

const CLICKS = `time,publisher,ip\n${Array.from(
  { length: 40_000 },
  (_, n) => `2026-03-01 10:00:${String(n % 60).padStart(2, '0')},publisher ${n % 50},198.51.100.${n % 250}\n`,
).join('')}`;

// Small file systems of their own need the rights to mount; the injected faults of crash.test.ts need none.
describe.skipIf(!mayMount)('a disk that is really full', () => {
  const imports = useImports();
  beforeEach(() => imports.clear());
  afterEach(lift);

  test('refuses an upload in words and keeps no part of it', async () => {
    const path = join(imports.deps.folder.files.place, 'files', 'imports');
    expect(limit(path, 512)).toBe(true);
    await expect(imports.run('clicks.csv', CLICKS)).rejects.toThrow(importText('disk_full'));
    expect(readdirSync(path)).toEqual([]);
  });

  test('ends an import in words; nothing is stored, and with space again it goes through', async () => {
    const { clickhouse } = imports.deps;
    expect(limit(clickhouse.userFiles, 512)).toBe(true);
    expect(await imports.run('clicks.csv', CLICKS)).toMatchObject({ state: 'failed', error: importText('disk_full') });
    expect(await imports.count()).toBe(0);
    expect(readdirSync(clickhouse.userFiles)).toEqual([]);
    const left = sql`SELECT name FROM system.tables WHERE startsWith(name, 'import_work_')`;
    expect(await clickhouse.query(left)).toEqual([]);
    lift();
    expect(await imports.run('clicks.csv', CLICKS)).toMatchObject({ state: 'done', records: 40_000, rejected: 0 });
  });
});
