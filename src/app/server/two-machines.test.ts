// @drawn one installation among many
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportOf } from '#domains/reports/contract/reports.ts';
import { reportJob } from '#domains/reports/server/report-jobs.ts';
import { openDataFolder } from '#platform/server/data-folder.ts';
import { FILE_PLACES } from '#platform/server/files/files.ts';
import { S3Files } from '#platform/server/files/s3-files.ts';
import { importJob } from '#traffic/intake/server/import-jobs.ts';
import { saveList } from '#traffic/lists/server/operator-lists.ts';
import { runJob } from '../../../test/support/run-job.ts';
import { type TestApp, useApp } from '../../../test/support/use-app.ts';
import { useBucket } from '../../../test/support/use-bucket.ts';
import type { AppContext } from './app-context.ts';
import { type App, createApp } from './create-app.ts';
import { jobsOf } from './start-jobs.ts';

const OWN = 'shop.example';
const SPOT = readFileSync(new URL('../../../demo/data/spot.mp4', import.meta.url));
const LINES = Array.from(
  { length: 30_000 },
  (_, n) => `2026-11-1${n % 9} 10:00:00,publisher ${n % 50},198.51.100.${n % 250}`,
);
/** More than is looked at of a file at its beginning, and two records of no sound form. */
const FILE = `time,publisher,ip\n${LINES.join('\n')}\nnever,p,198.51.100.7\n2026-11-18 10:00:00,p,198.51.100.7,one too many\n`;

const bucket = useBucket();
const here: TestApp = useApp({ files: (folder) => new S3Files(bucket.place('own/'), join(folder, 'files', 'work')) });
const folder = mkdtempSync(join(tmpdir(), 'adsieve-other-machine-'));
let there: { context: AppContext; app: App };
let token = '';

beforeAll(async () => {
  await here.package({ name: OWN, dashboardTypes: ['Click'] });
  token = await here.signIn({ email: 'ann@shop.example', role: 'admin' });
  // The other machine has the secrets of this one, and a disk of its own.
  cpSync(join(here.context.folder.path, 'secrets'), join(folder, 'secrets'), { recursive: true });
  const files = new S3Files(bucket.place('own/'), join(folder, 'files', 'work'));
  const context: AppContext = {
    ...here.context,
    folder: openDataFolder(folder),
    files,
    imports: { ...here.context.imports, enricher: here.context.imports.enricher, folder: { files } },
  };
  there = { context, app: await createApp(context, {}) };
  await here.context.jobs.declare(jobsOf(here.context));
});
afterAll(async () => {
  await there.app.http.close();
  rmSync(folder, { recursive: true, force: true });
});

async function upload(name: string, payload: Buffer) {
  const answer = await here.app.http.inject({
    method: 'PUT',
    url: `/api/import/upload?package_name=${OWN}&file_name=${name}`,
    headers: { authorization: token, 'content-type': 'application/octet-stream' },
    payload,
  });
  return { status: answer.statusCode, body: answer.json() };
}
const call = (method: 'GET' | 'POST', path: string, body?: object) =>
  here.call(method, path, { token, ...(body ? { body } : {}) });
async function uploaded(name: string, payload: Buffer): Promise<string> {
  const stored = await upload(name, payload);
  expect(stored.status).toBe(200);
  return stored.body.data.file_id;
}
async function importOf(fileId: string): Promise<number> {
  const asked = { package_name: OWN, file_id: fileId };
  const preview = await call('POST', '/api/import/preview', asked);
  expect([preview.status, preview.text]).toEqual([200, expect.any(String)]);
  return (await call('POST', '/api/import', { ...asked, mapping: preview.body.data.mapping })).body.data.id;
}
const workThere = <J extends typeof importJob | typeof reportJob>(job: J, id: number) =>
  runJob(there.context.database, jobsOf(there.context), job, { id });

describe('two machines with one bucket', () => {
  it('import at the one what was uploaded at the other, which downloads what was rejected', async () => {
    for (const [name, bytes] of [
      ['clicks.csv', Buffer.from(FILE)],
      ['clicks.csv.gz', gzipSync(FILE)],
    ] as const) {
      const id = await importOf(await uploaded(name, bytes));
      await workThere(importJob, id);
      const { body } = await call('GET', `/api/import/${id}`);
      expect([name, body.data.state, body.data.records, body.data.rejected]).toEqual([name, 'done', 30_002, 2]);
      const rejects = await call('GET', `/api/import/${id}/rejects`);
      expect(rejects.status).toBe(200);
      expect(rejects.text.trimEnd().split('\n')).toHaveLength(3);
      expect(String(rejects.headers['content-disposition'])).toContain(`import-${id}-rejects.csv`);
    }
  });

  it('make a report at the one and download it at the other; spots, and lists, are the same at both', async () => {
    const days = { start_date: '2026-11-10', end_date: '2026-11-18' };
    const entry = await call('POST', `${reportOf('web-event-report').api}/generate`, { package_name: OWN, ...days });
    expect([entry.status, entry.text]).toEqual([200, expect.any(String)]);
    const { id } = entry.body.data;
    await workThere(reportJob, id);
    const file = await call('GET', `/api/web-bi/appfraud/download_attachment?id=${id}`);
    expect([file.status, file.headers['x-content-type-options']]).toEqual([200, 'nosniff']);

    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(SPOT)]), 'spot.mp4');
    const sent = new Response(form);
    const creative = await here.app.http.inject({
      method: 'POST',
      url: `/api/vast/creative?package_name=${OWN}&name=Spot`,
      headers: { authorization: token, 'content-type': sent.headers.get('content-type') ?? '' },
      payload: Buffer.from(await sent.arrayBuffer()),
    });
    expect([creative.statusCode, creative.body]).toEqual([200, expect.any(String)]);
    const url = new URL(creative.json().data.media[0].url).pathname;
    const whole = await there.app.http.inject({ method: 'GET', url });
    const part = await there.app.http.inject({ method: 'GET', url, headers: { range: 'bytes=100-199' } });
    const beyond = await there.app.http.inject({ method: 'GET', url, headers: { range: `bytes=${SPOT.length}-` } });
    expect([whole.statusCode, whole.headers['content-type'], whole.rawPayload.equals(SPOT)]).toEqual([
      200,
      'video/mp4',
      true,
    ]);
    expect([part.statusCode, part.headers['content-range'], part.rawPayload.equals(SPOT.subarray(100, 200))]).toEqual([
      206,
      `bytes 100-199/${SPOT.length}`,
      true,
    ]);
    expect(beyond.statusCode).toBe(416);

    await saveList(here.context.files, { id: 'ours', kind: 'datacenter', text: '198.51.100.0/24\n' });
    const lists = await there.app.http.inject({ method: 'GET', url: '/api/lists', headers: { authorization: token } });
    expect(lists.json().data).toMatchObject([{ id: 'ours', version: 1 }]);
    // Nothing of it lies on the disk of either.
    for (const data of [here.context.folder.path, folder])
      for (const place of FILE_PLACES) expect([place, existsSync(join(data, place))]).toEqual([place, false]);
  });

  it('say that the storage is away, fail what needs it with the reason, lose nothing and go on when it is back', async () => {
    const fileId = await uploaded('more.csv', Buffer.from(FILE));
    const id = await importOf(fileId);
    await bucket.stop();
    const refused = await upload('away.csv', Buffer.from(FILE));
    const rejects = await call('GET', `/api/import/${id}/rejects`);
    for (const { status, body } of [refused, rejects])
      expect([status, body.code, body.message]).toEqual([
        503,
        'files_unavailable',
        expect.stringContaining('Files cannot be read or stored'),
      ]);
    const { files } = (await call('GET', '/api/server/health')).body.data;
    expect(files).toMatchObject({ kind: 's3', place: expect.stringContaining('s3://adsieve/own/') });
    expect(files.error).toContain('ECONNREFUSED');
    await expect(workThere(importJob, id)).rejects.toThrow('does not do its work');
    const failed = (await call('GET', `/api/import/${id}`)).body.data;
    expect([failed.state, failed.error]).toEqual([
      'failed',
      expect.stringContaining('storage of files does not answer'),
    ]);

    await bucket.start();
    expect((await call('GET', '/api/server/health')).body.data.files.error).toBe(null);
    const next = await importOf(fileId);
    await workThere(importJob, next);
    const done = await call('GET', `/api/import/${next}`);
    expect(done.body.data).toMatchObject({ state: 'done', records: 30_002 });
  });
});
