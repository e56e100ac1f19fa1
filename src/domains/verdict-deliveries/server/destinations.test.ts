import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { jobsOf } from '#app/server/start-jobs.ts';
import { forget } from '#traffic/changes/server/feed-jobs.ts';
import { botClick, OWN } from '#traffic/collector/testing/use-collector.ts';
import { runJob } from '../../../../test/support/run-job.ts';
import type { Received } from '../../../../test/support/use-hook-server.ts';
import { CALLS, eventsOf, HOUR, postback, settings, signatureOf, useDeliveries } from '../testing/use-deliveries.ts';
import { personalDeliveries } from './personal-data.ts';
import { pauseAfter } from './send.ts';
import { deliveryUpkeepJob } from './upkeep-job.ts';

const GUIDE = join(import.meta.dirname, '../../../../docs/guides/verdict-deliveries.md');
const {
  live,
  hooks,
  tokens,
  parts,
  query,
  deliver,
  stored,
  arrive,
  pass,
  deliverAfter,
  post,
  made,
  viewOf,
  logOf,
  act,
  run,
  isSigned,
  told,
  idsOf,
} = useDeliveries();

describe('destinations of verdicts', () => {
  it('are given up after a day, which stops the destination and says so, and can be sent again', async () => {
    const { id } = await made();
    hooks.answer(503);
    await arrive(botClick(50));
    for (const hours of [11, 12, 2]) await deliverAfter(hours * HOUR);
    expect(await viewOf(id)).toMatchObject({ stopped: 'failing', dead: 1, waiting: 0 });
    expect(await query("SELECT details FROM audit_entry WHERE action = 'verdict_destination.stop'")).toHaveLength(1);
    const tries = hooks.received.length;
    expect(new Set(idsOf()).size).toBe(1);
    await arrive(botClick(51));
    await deliverAfter(HOUR);
    expect(hooks.received).toHaveLength(tries);
    hooks.answer(204);
    hooks.received.length = 0;
    expect((await run(id, true)).body.data).toMatchObject({ stopped: null, failing_since: null });
    expect((await act(id, 'redeliver')).body.data).toEqual({ redelivered: 1 });
    await deliver();
    expect(
      told()
        .map(([, event]) => event)
        .sort(),
    ).toEqual(['bot-50', 'bot-51']);
    const [newest] = await logOf(id, 'sent');
    const again = await live.app.call('POST', `${CALLS}/log/${newest.id}`, { token: tokens.owner });
    expect(again.body.data).toMatchObject({ state: 'waiting', message_id: newest.message_id });
    await deliver();
    expect(idsOf().filter((each) => each === newest.message_id)).toHaveLength(2);

    hooks.answer(410);
    await arrive(botClick(52));
    expect(await viewOf(id)).toMatchObject({ stopped: 'gone', waiting: 1 });
    await forget(live.app.context, new Date(Date.now() + HOUR));
    hooks.answer(204);
    await run(id, true);
    await deliver();
    expect(await viewOf(id)).toMatchObject({ stopped: null, waiting: 0, skipped_at: null });
    await run(id, false);
    await stored(botClick(53));
    await forget(live.app.context, new Date(Date.now() + HOUR));
    hooks.received.length = 0;
    await run(id, true);
    await arrive(botClick(54));
    expect(told().map(([, event]) => event)).toEqual(['bot-54']);
    expect((await viewOf(id)).skipped_at).not.toBeNull();
    expect([pauseAfter(1, 0), pauseAfter(2, 1), pauseAfter(40, 0)]).toEqual([5_000, 5_000, 7_200_000]);
  });

  it('are tried out by a sample, and are signed with the old secret, too, for a day after a new one was made', async () => {
    const { id, secret } = await made();
    hooks.answer(404, 'no such place');
    expect((await act(id, 'test')).body.data).toMatchObject({
      sample: true,
      state: 'dead',
      status: 404,
      answer: 'no such place',
    });
    hooks.answer(204);
    const rotated = (await act(id, 'rotate')).body.data.secret;
    expect(rotated).not.toBe(secret);
    expect(JSON.stringify(await viewOf(id))).not.toContain(rotated);
    hooks.received.length = 0;
    expect((await act(id, 'test')).body.data).toMatchObject({ state: 'sent', status: 204 });
    await pass(25 * HOUR);
    await act(id, 'test');
    const [within, beyond] = hooks.received;
    expect(eventsOf(within)).toEqual([expect.objectContaining({ type: 'sample' })]);
    const signed = (call: Received | undefined) => call && [isSigned(secret, call), isSigned(rotated, call)];
    live.app.clock.advance(-25 * HOUR);
    expect(signed(within)).toEqual([true, true]);
    await pass(25 * HOUR);
    expect(signed(beyond)).toEqual([false, true]);
    expect((await act((await made(postback())).id, 'rotate')).text).toContain('destination_unsigned');

    // What the guide shows takes what was sent, and nothing else.
    const [, sample = ''] = /```js\n([\s\S]*?)```/.exec(readFileSync(GUIDE, 'utf8')) ?? [];
    const answers = await withReceiver(sample, rotated, async (url) => {
      if (!beyond) throw new Error('Nothing came');
      const send = (body: string) => fetch(url, { method: 'POST', body, headers: signatureOf(beyond) });
      return [(await send(beyond.body)).status, (await send(`${beyond.body} `)).status];
    });
    expect(answers).toEqual([204, 401]);
  });

  it('lead to no address of the own network, and are for those who see all of the package and may change its rules', async () => {
    const refused = async (answer: ReturnType<typeof post>) => {
      const { status, text } = await answer;
      return [status, /destination_\w+|foreign_package/.exec(text)?.[0] ?? /forbidden|conflict/.exec(text)?.[0]];
    };
    const to = (url: string) => refused(post({ way: { kind: 'postback', method: 'GET', url } }));
    expect(await to('https://inside.example/x?c={click_id}')).toEqual([422, 'destination_inside']);
    expect(await to('https://hooks.example:8443/')).toEqual([422, 'destination_inside']);
    expect(await to('https://me:secret@hooks.example/')).toEqual([422, 'destination_credentials']);
    for (const url of ['https://{publisher}/', 'https://10.0.0.7/']) expect([400, 422]).toContain((await to(url))[0]);
    const open = await post({ way: { kind: 'webhook', url: 'http://hooks.example/' } });
    expect([open.status, open.body.field, open.body.message]).toEqual([
      422,
      'way.url',
      'The address must begin with https://',
    ]);
    const misspelt = await post({ reasons: ['bot.non_browser', 'no.such_reason'] });
    expect([misspelt.status, misspelt.body.field, misspelt.body.message]).toEqual([
      422,
      'reasons',
      'There is no reason no.such_reason',
    ]);
    const { id, updated_at } = await made();
    await query(`UPDATE verdict_destination SET settings = jsonb_set(settings, '{way,url}', '"https://10.0.0.7/"')`);
    expect((await act(id, 'test')).body.data).toMatchObject({
      state: 'dead',
      status: null,
      error: expect.stringContaining('10.0.0.7'),
    });
    expect(hooks.received).toEqual([]);

    const change = (seen: string, name: string) =>
      live.app.call('PUT', `${CALLS}/${id}`, {
        token: tokens.owner,
        body: { ...settings({ name }), updated_at: seen },
      });
    live.app.clock.advance(1000);
    expect((await change(updated_at, 'Mine')).status).toBe(200);
    expect(await refused(change(updated_at, 'Theirs'))).toEqual([409, 'conflict']);
    expect(await refused(post({ name: 'mine' }))).toEqual([409, 'destination_name_taken']);
    const turned = { ...settings({ name: 'Mine', ...postback() }), name: 'Mine' };
    expect(await refused(live.app.call('PUT', `${CALLS}/${id}`, { token: tokens.owner, body: turned }))).toEqual([
      409,
      'destination_kind',
    ]);
    expect(await viewOf(id)).toMatchObject({ name: 'Mine', way: { url: 'https://hooks.example/verdicts' } });

    const person = (name: string, role: string, more: object = {}) =>
      live.app.signIn({ email: `${name}@own.example`, role, packages: [OWN], ...more });
    const others = {
      publisher: await person('publisher', 'publisher', { publishers: ['Bots'] }),
      agency: await person('agency', 'agency', { vendors: ['river'] }),
      stranger: await person('stranger', 'customer', { packages: ['foreign.example'] }),
    };
    for (const [who, why] of Object.entries({
      publisher: 'forbidden',
      agency: 'destination_part',
      stranger: 'foreign_package',
    })) {
      const token = others[who as keyof typeof others];
      const [log] = await logOf(id);
      const calls = [
        live.app.get(`${CALLS}?package_name=${OWN}`, token),
        post({ name: who }, { token }),
        live.app.call('PUT', `${CALLS}/${id}`, { token, body: settings() }),
        live.app.call('DELETE', `${CALLS}/${id}`, { token }),
        live.app.call('POST', `${CALLS}/${id}/rotate`, { token }),
        live.app.call('POST', `${CALLS}/${id}/test`, { token }),
        live.app.call('POST', `${CALLS}/${id}/redeliver`, { token }),
        live.app.call('POST', `${CALLS}/log/${log.id}`, { token }),
        live.app.call('PUT', `${CALLS}/${id}/running`, { token, body: { running: false } }),
        live.app.get(`${CALLS}/${id}/log`, token),
      ];
      for (const call of calls) expect([who, ...(await refused(call))]).toEqual([who, 403, why]);
    }
  });

  it('are forgotten with the person they name, after a month, and with their destination', async () => {
    const { id } = await made();
    hooks.answer(200, 'Thank you, ann@own.example');
    await arrive(botClick(60));
    const gone: number[] = [];
    expect(await personalDeliveries.count(parts(), personOf('bob@own.example'))).toBe(0);
    expect(await personalDeliveries.count(parts(), personOf('Ann@own.example'))).toBe(1);
    await personalDeliveries.erase(parts(), personOf('Ann@own.example'), async (n) => void gone.push(n));
    expect([gone, await logOf(id)]).toEqual([[1], []]);
    hooks.answer(200);
    await arrive(botClick(61));
    const upkeep = () => runJob(live.app.context.database, jobsOf(live.app.context), deliveryUpkeepJob, {});
    const leftAfter = async (days: number): Promise<number> => {
      live.app.clock.set(new Date(Date.parse('2026-11-20T12:00:00Z') + days * 24 * HOUR));
      await upkeep();
      return live.count('verdict_delivery');
    };
    expect([await leftAfter(29), await leftAfter(31)]).toEqual([1, 0]);
    live.app.clock.set('2026-11-20T12:00:00Z');
    expect(await live.count('verdict_sent')).toBe(2);
    expect((await live.app.call('DELETE', `${CALLS}/${id}`, { token: tokens.owner })).status).toBe(200);
    expect([await viewOf(id), await live.count('verdict_sent')]).toEqual([undefined, 0]);
  });
});

const personOf = (email: string) => ({ email, accounts: [], names: [] });

/** Runs the program of the guide while somebody calls it. */
async function withReceiver<T>(code: string, secret: string, work: (url: string) => Promise<T>): Promise<T> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'adsieve-receiver-'));
  const file = join(folder, 'receiver.mjs');
  await writeFile(file, code);
  const child = spawn(process.execPath, [file], {
    env: { WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}/`;
  try {
    for (let n = 0; n < 200; n++) {
      if (
        await fetch(url).then(
          () => true,
          () => false,
        )
      )
        break;
      await sleep(25);
    }
    return await work(url);
  } finally {
    child.kill();
    await rm(folder, { recursive: true, force: true });
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });
