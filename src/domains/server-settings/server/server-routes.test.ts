import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { job, nothing, runs } from '#platform/server/jobs/job.ts';
import { useApp } from '../../../../test/support/use-app.ts';

const app = useApp();
let admin = '';
const until = async (check: () => Promise<boolean>): Promise<void> => {
  for (let turn = 0; turn < 200; turn++) {
    if (await check()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('It did not come about in ten seconds');
};
const queueOf = async (name: string) =>
  (await app.get('/api/server/health', admin)).body.data.jobs.find((each: { queue: string }) => each.queue === name);

beforeAll(async () => {
  admin = await app.signIn({ email: 'admin@own.example', role: 'admin' });
});

describe('the state of the server', () => {
  it('names engines, sizes, disk, mail and lists', async () => {
    const { data } = (await app.get('/api/server/health', admin)).body;
    expect(data.records).toMatchObject({ mode: 'embedded', version: expect.stringMatching(/^18\./) });
    expect(data.traffic).toMatchObject({ mode: 'embedded', events: 0, detached_parts: 0, alarms: [] });
    expect([data.live, data.backup]).toEqual([
      {
        looked_at: expect.stringMatching(/^\d{4}-/),
        loaded: 0,
        missing: 0,
        doubled: 0,
        waiting: 0,
        waiting_since: null,
        late: false,
      },
      { last: null },
    ]);
    expect([data.disk.free > 0, data.lists.length > 5, data.mail.mode]).toEqual([true, true, 'mailbox']);
  });

  it('tells how many clicks wait in files for the database and since when, and the live page of their package does', async () => {
    await app.package({ name: 'filed.example' });
    const folder = join(app.context.folder.path, 'clicks');
    mkdirSync(folder, { recursive: true });
    const at = '2026-11-20T11:58:00.000Z';
    const path = join(folder, 'elsewhere~7~100~1.open');
    const clickOf = (packageName: string) => `${JSON.stringify({ packageId: 1, packageName, at, events: [] })}\n`;
    writeFileSync(path, clickOf('filed.example') + clickOf('filed.example') + clickOf('other.example'));
    const live = await app.get('/api/live-traffic?package_name=filed.example', admin);
    expect(live.body.data.filed).toEqual({ clicks: 2, since: at });
    const health = async () => (await app.get('/api/server/health', admin)).body.data.filed;
    expect(await health()).toEqual({ clicks: 3, since: at, late: true });
    rmSync(path);
    expect(await health()).toEqual({ clicks: 0, since: null, late: false });
  });

  it('counts jobs, shows why one failed, and runs it once more', async () => {
    let works = false;
    let tries = 0;
    const fragile = job({ name: 'fragile', data: nothing, retries: 0 });
    const handler = async () => {
      tries++;
      if (!works) throw Object.assign(new Error('The disk said no'), { code: 'unavailable' });
    };
    await app.context.jobs.start([runs(fragile, handler)]);
    await app.context.jobs.enqueue(fragile, {});
    await until(async () => (await queueOf('fragile'))?.failed === 1);
    const [failed] = (await app.get('/api/server/job', admin)).body.data;
    expect(failed).toMatchObject({ queue: 'fragile', tries: 1, error: 'The disk said no', code: 'unavailable' });
    works = true;
    expect((await app.call('POST', `/api/server/job/${failed.id}/retry`, { token: admin })).status).toBe(200);
    await until(async () => (await queueOf('fragile'))?.done === 1);
    expect(tries).toBe(2);
    expect((await app.call('POST', `/api/server/job/${failed.id}/retry`, { token: admin })).status).toBe(404);
  });

  it('no longer counts what failed for good once the same work was asked for again and is done', async () => {
    let works = false;
    const report = job({
      name: 'again',
      data: z.strictObject({ id: z.number() }),
      key: ({ id }) => `${id}`,
      retries: 0,
    });
    const handler = async () => {
      if (!works) throw new Error('The storage was away');
    };
    await app.context.jobs.start([runs(report, handler)]);
    for (const id of [1, 2]) await app.context.jobs.enqueue(report, { id });
    await until(async () => (await queueOf('again'))?.failed === 2);
    works = true;
    await app.context.jobs.enqueue(report, { id: 2 });
    await until(async () => (await queueOf('again'))?.done === 1);
    expect((await queueOf('again')).failed).toBe(1);
    const { data, total } = (await app.get('/api/server/job?limit=100', admin)).body;
    const listed = data.filter(({ queue }: { queue: string }) => queue === 'again');
    expect([listed.length, total]).toEqual([1, data.length]);
  });

  it('shows what runs and waits, and calls off what may be: once, by an administrator, written down', async () => {
    // Of the queue that may be called off in this product, without its work.
    const sweep = job({ name: 'sweep', data: nothing, key: () => 'daily', cancel: 'at-next-step' });
    const fixed = job({ name: 'fixed', data: nothing });
    const untilTold = ({ signal }: { signal: AbortSignal }) =>
      new Promise((_, stop) => signal.addEventListener('abort', () => stop(signal.reason)));
    await app.context.jobs.start([runs(sweep, untilTold), runs(fixed, async () => {})]);
    await app.context.jobs.enqueue(sweep, {});
    const waiting = await app.context.jobs.enqueue(fixed, {}, { startAfterSeconds: 600 });
    await until(async () => (await queueOf('sweep'))?.running === 1);
    const open = async () => (await app.get('/api/server/job/open', admin)).body.data;
    const shown = (await open()).filter((each: { queue: string }) => ['sweep', 'fixed'].includes(each.queue));
    expect(shown).toMatchObject([
      { queue: 'sweep', key: 'daily', state: 'running', may_cancel: true },
      { queue: 'fixed', key: '', state: 'waiting', may_cancel: false },
    ]);
    const cancel = (id: unknown, token: string) => app.call('POST', `/api/server/job/${id}/cancel`, { token });
    const user = await app.signIn({ email: 'reader@own.example', role: 'user' });
    expect((await cancel(shown[0].id, user)).status).toBe(403);
    const refused = await cancel(waiting, admin);
    expect([refused.status, refused.body.message]).toEqual([422, 'This job cannot be cancelled']);
    const first = await cancel(shown[0].id, admin);
    expect([first.status, first.body.data]).toEqual([200, { state: 'cancelling' }]);
    const second = await cancel(shown[0].id, admin);
    expect([200, 404]).toContain(second.status);
    await until(async () => (await queueOf('sweep'))?.running === 0);
    expect((await cancel(shown[0].id, admin)).status).toBe(404);
    const log = (await app.get('/api/audit?action=server.job_cancel', admin)).body.data;
    expect(log).toMatchObject([{ subject: 'sweep', details: { key: 'daily' } }]);
    expect((await queueOf('sweep')).failed).toBe(0);
  });

  it('sends a test mail to the one who asks, and writes it down', async () => {
    const sent = await app.call('POST', '/api/server/mail_test', { token: admin });
    expect(sent.body.data).toEqual({ to: 'admin@own.example', mode: 'mailbox' });
    const { rows } = await app.context.database.pool.query("SELECT recipient FROM mail WHERE kind = 'test'");
    expect(rows).toEqual([{ recipient: 'admin@own.example' }]);
    const log = (await app.get('/api/audit?action=server.mail_test', admin)).body.data;
    expect(log[0].subject).toBe('admin@own.example');
  });
});
