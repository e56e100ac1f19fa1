import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readConfig } from '#platform/server/config.ts';
import { openDataFolder } from '#platform/server/data-folder.ts';
import type { FileName } from '#platform/server/files/files.ts';
import { readText } from '#platform/server/files/files.ts';
import { folderFiles } from '#platform/server/files/folder-files.ts';
import { openFiles } from '#platform/server/files/open-files.ts';
import { S3Files } from '#platform/server/files/s3-files.ts';
import { bucketSettings, useBucket } from '../../../test/support/use-bucket.ts';
import { moveFiles } from './move-files.ts';

const bucket = useBucket();
const root = mkdtempSync(join(tmpdir(), 'adsieve-move-files-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const configOf = (data: string, prefix: string) =>
  readConfig({ ADSIEVE_DATA: data, NODE_ENV: 'test', ...bucketSettings(bucket.place(prefix)) });

it('files are moved into a bucket and held against the originals before anything starts on it, and by whoever has the secrets', async () => {
  const data = join(root, 'data');
  const here = folderFiles(data);
  const names: FileName[] = [
    'files/imports/a',
    'files/imports/1.rejects.csv',
    'reports/report-1',
    'lists/operator/index.json',
  ];
  for (const name of names) await here.write(name, `what ${name} says`);
  await here.write('creatives/large.mp4', Buffer.alloc(9_000_000, 'spot'));
  const config = configOf(data, 'own');
  const folder = openDataFolder(data);
  await expect(openFiles(config.bucket, folder)).rejects.toThrow(/move --files/);
  folder.release();

  // A move that was broken off has brought one, and another one that is damaged.
  const there = new S3Files(bucket.place('own/'), join(root, 'work'));
  await there.write('reports/report-1', 'what reports/report-1 says');
  await there.write('files/imports/a', 'damaged');
  const unchanged = await there.version('reports/report-1');
  const said: string[] = [];
  expect(await moveFiles(config, (text) => said.push(text))).toMatchObject({ files: 5, bytes: expect.any(Number) });
  expect(said).toEqual(['files/imports: 2 files', 'reports: 1 files', 'creatives: 1 files', 'lists/operator: 1 files']);
  for (const name of names) expect(await readText(there, name)).toBe(`what ${name} says`);
  expect(await there.size('creatives/large.mp4')).toBe(9_000_000);
  expect(await there.version('reports/report-1')).toBe(unchanged);
  expect(await here.size('reports/report-1')).toBeGreaterThan(0);
  await expect(moveFiles(config, () => {})).rejects.toThrow('in use already');

  // A start on it, and one of a machine that has made secrets of its own.
  const again = openDataFolder(data);
  expect((await openFiles(config.bucket, again)).kind).toBe('s3');
  again.release();
  const stranger = openDataFolder(join(root, 'stranger'));
  await expect(openFiles(config.bucket, stranger)).rejects.toThrow(/secret "session" in .* is not the one/);
  stranger.release();

  // What is there and not here is somebody else's.
  await new S3Files(bucket.place('theirs/'), root).write('feeds/theirs.json', '{}');
  await expect(moveFiles(configOf(data, 'theirs'), () => {})).rejects.toThrow('feeds/theirs.json');
  // A fresh installation claims an empty one.
  const fresh = openDataFolder(join(root, 'fresh'));
  expect((await openFiles(configOf(join(root, 'fresh'), 'fresh').bucket, fresh)).place).toContain(
    's3://adsieve/fresh/',
  );
  fresh.release();
});
