import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createApp } from '#app/server/create-app.ts';
import { MAX_BODY_BYTES } from '#traffic/collector/contract/ingest.ts';
import { cleanClick, OWN, RUN, times, useCollector } from '../testing/use-collector.ts';
import { Loader } from './loader.ts';
import { readBody } from './read-body.ts';

const live = useCollector();

const waiting = () => live.count('intake_batch');

describe('a request that is no list of events', () => {
  const deep = `${'['.repeat(500_000)}1${']'.repeat(500_000)}`;
  const cases: readonly [why: string, body: string | Buffer, status: number, headers?: Record<string, string>][] = [
    ['broken JSON', '{"publisher": ', 400],
    ['nothing', '', 400],
    ['no object', '17', 400],
    ['no event in it', '[]', 400],
    ['half a million brackets', deep, 400],
    ['objects within objects', `${'{"a":'.repeat(20)}1${'}'.repeat(20)}`, 400],
    ['more than 1 MiB', ' '.repeat(MAX_BODY_BYTES + 1), 413],
    ['more than a thousand events', JSON.stringify(times(1001, () => ({}))), 413],
    ['a gzip bomb', gzipSync(Buffer.alloc(100 * 1024 * 1024, 32)), 413, { 'content-encoding': 'gzip' }],
    ['what says it is gzip', '{}', 400, { 'content-encoding': 'gzip' }],
    ['packed another way', '{}', 415, { 'content-encoding': 'br' }],
  ];
  it.each(cases)('is refused: %s', async (_, body, status, headers = {}) => {
    const answer = await live.send(body, { headers });
    expect([answer.status, answer.body.status, await waiting()]).toEqual([status, false, 0]);
    expect((await live.send(cleanClick(1))).status).toBe(202);
  });

  it('is refused when it comes a byte at a time, and its connection ends', async () => {
    const body = new Readable({ read: () => {} });
    body.push('[');
    const read = readBody(body, {
      contentLength: 5000,
      encoding: undefined,
      visit: { take: () => {}, turn: async () => {} },
      slowestMs: 20,
    });
    await expect(read).rejects.toMatchObject({ status: 400, told: { code: 'body_too_slow' } });
    await expect.poll(() => body.destroyed).toBe(true);
  });

  it('is refused when it is of a kind that is not there', async () => {
    for (const kind of ['nothing', 'constructor', '__proto__', 'CLICKS'])
      expect([kind, (await live.send({}, { kind })).status]).toEqual([kind, 400]);
  });

  it('is taken as text, packed, alone or in an object: beacons send no JSON type', async () => {
    const text = { 'content-type': 'text/plain;charset=UTF-8' };
    expect((await live.send(JSON.stringify({}), { headers: text })).body.accepted).toBe(1);
    const packed = { 'content-encoding': 'gzip' };
    expect((await live.send(gzipSync(JSON.stringify([{}, {}])), { headers: packed })).body.accepted).toBe(2);
    expect((await live.send({ events: [{}] })).body.accepted).toBe(1);
  });
});

describe('a write key', () => {
  it('is asked for before anything is read', async () => {
    const { key } = live;
    for (const wrong of [null, '', 'adw_', `${key.slice(0, -1)}!`, key.slice(4), live.admin, "' OR 1=1 --"])
      expect([wrong, (await live.send('{ broken', { key: wrong })).status]).toEqual([wrong, 401]);
    expect(await waiting()).toBe(0);
  });

  it('is taken from either header or, for beacons, from the address', async () => {
    const { key } = live;
    expect((await live.send({}, { key: null, headers: { 'x-write-key': key } })).status).toBe(202);
    expect((await live.send({}, { key: null, query: `?write_key=${key}` })).status).toBe(202);
  });

  it('is nothing from the moment it is revoked, and its successor goes on', async () => {
    const { id, secret } = await live.makeKey('Rotated');
    const call = { token: live.admin };
    const next = (await live.app.call('POST', `/api/live-traffic/keys/${id}/rotate`, call)).body.data;
    for (const key of [secret, next.secret]) expect((await live.send({}, { key })).status).toBe(202);
    expect((await live.app.call('DELETE', `/api/live-traffic/keys/${id}`, call)).status).toBe(200);
    expect((await live.send({}, { key: secret })).status).toBe(401);
    expect((await live.send({}, { key: next.secret })).status).toBe(202);
    expect((await live.app.call('POST', `/api/live-traffic/keys/${id}/rotate`, call)).status).toBe(404);
  });

  it('is shown once, kept as a hash, and says when it was used', async () => {
    const { secret } = await live.makeKey('Once');
    await live.send({}, { key: secret });
    const list = await live.app.get(`/api/live-traffic/keys?package_name=${OWN}`, live.admin);
    expect(list.text).not.toContain(secret);
    expect(list.body.data[0]).toMatchObject({ name: 'Once', hint: secret.slice(0, 10), revoked_at: null });
    expect(list.body.data[0].last_used_at).toBe(live.app.clock.now().toISOString());
    const { rows } = await live.app.context.database.pool.query('SELECT * FROM write_key');
    expect(JSON.stringify(rows)).not.toContain(secret.slice(12));
  });

  it('of a server is refused to pages, and one for pages to all others', async () => {
    const { secret: key } = await live.makeKey('Pages', { origins: ['https://shop.example'] });
    const from = async (origin: string, own = key) => (await live.send({}, { key: own, headers: { origin } })).status;
    expect(await from('https://shop.example')).toBe(202);
    for (const origin of ['https://evil.example', 'https://shop.example.evil.example', 'http://shop.example', 'null'])
      expect([origin, await from(origin)]).toEqual([origin, 403]);
    expect(await from('https://shop.example', live.key)).toBe(403);
    const { secret: any } = await live.makeKey('Anywhere', { origins: ['*'] });
    expect(await from('https://evil.example', any)).toBe(202);
  });

  it('belongs to its package: nobody of another makes, sees, rotates or revokes it', async () => {
    const { id } = await live.makeKey('Own');
    const token = await live.app.signIn({
      email: 'other@foreign.example',
      role: 'customer',
      packages: ['foreign.example'],
    });
    const body = { package_name: OWN, name: 'Mine now' };
    expect([
      (await live.app.call('POST', '/api/live-traffic/keys', { token, body })).status,
      (await live.app.get(`/api/live-traffic/keys?package_name=${OWN}`, token)).status,
      (await live.app.call('POST', `/api/live-traffic/keys/${id}/rotate`, { token })).status,
      (await live.app.call('DELETE', `/api/live-traffic/keys/${id}`, { token })).status,
      (await live.app.get(`/api/live-traffic/dead-letters?package_name=${OWN}`, token)).status,
    ]).toEqual([403, 403, 403, 403, 403]);
  });

  it('of no package at all is said to be of none', async () => {
    const admin = await live.app.signIn({ email: 'root@own.example', role: 'admin' });
    const body = { package_name: 'nobody.example', name: 'A key' };
    const reads = ['', '/sources', '/keys', '/faults', '/dead-letters'].map((path) => `/api/live-traffic${path}`);
    const answers = [
      await live.app.call('POST', '/api/live-traffic/keys', { token: admin, body }),
      ...(await Promise.all(
        [...reads, '/api/verdict-deliveries'].map((path) => live.app.get(`${path}?package_name=nobody.example`, admin)),
      )),
    ];
    for (const { status, body: said } of answers)
      expect([status, said.code, said.field]).toEqual([404, 'not_found', 'package_name']);
  });

  it('of a package that is switched off or gone opens nothing', async () => {
    await live.app.package({ name: 'gone.example' });
    const { secret: key } = await live.makeKey('Gone', { package_name: 'gone.example' });
    const { pool } = live.app.context.database;
    await pool.query("UPDATE package SET active = false WHERE name = 'gone.example'");
    expect((await live.send({}, { key })).status).toBe(401);
    await pool.query("UPDATE package SET active = true WHERE name = 'gone.example'");
    expect((await live.send({}, { key })).status).toBe(202);
    await pool.query("DELETE FROM package WHERE name = 'gone.example'");
    expect((await live.send({}, { key })).status).toBe(401);
    expect((await live.send({})).status).toBe(202);
  });
});

describe('a collector that has enough', () => {
  const inject = async (collectorLimits: object, payload: unknown) => {
    const { http } = await createApp(live.app.context, { collectorLimits });
    const send = async (key = live.key) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const answer = await http.inject({
        method: 'POST',
        url: '/api/ingest/click',
        headers,
        payload: payload as object,
      });
      return [answer.statusCode, Number(answer.headers['retry-after'] ?? 0)];
    };
    const get = (url: string) => http.inject({ url, headers: { authorization: live.admin } });
    return { send, get, close: () => http.close() };
  };

  it('says 503 and when to come again: too much waits, in events or in bytes, or the disk is full', async () => {
    await live.send(times(3, cleanClick));
    for (const limits of [{ pending: 3 }, { pendingBytes: 100 }, { freeBytes: 1e18 }]) {
      const full = await inject(limits, [{}]);
      expect(await full.send()).toEqual([503, 10]);
      await full.close();
    }
    await live.load();
    const again = await inject({ pending: 3 }, [{}]);
    expect(await again.send()).toEqual([202, 0]);
    await again.close();
  });

  const block = async (ms: number, each: () => void = () => {}) => {
    for (const end = performance.now() + 2200; performance.now() < end; ) {
      each();
      const until = performance.now() + ms;
      while (performance.now() < until);
      await new Promise((go) => setTimeout(go));
    }
  };

  it('says 503 and to come again soon while its turns take too long, and takes more as soon as they do not', async () => {
    const busy = await inject({ delayMs: 100 }, [{}]);
    await busy.send();
    await block(150);
    expect(await busy.send()).toEqual([503, 1]);
    await expect.poll(() => busy.send(), { timeout: 10_000, interval: 500 }).toEqual([202, 0]);
    await busy.close();
  });

  it('refuses who sends most when it begins to fall behind, and nobody else', async () => {
    const behind = await inject(
      { delayMs: 600 },
      times(40, () => ({ url: 'x'.repeat(1000) })),
    );
    const { secret: neighbour } = await live.makeKey('Beside one that sends most');
    for (const key of [neighbour, live.key]) expect(await behind.send(key)).toEqual([202, 0]);
    const sent: ReturnType<typeof behind.send>[] = [];
    await block(220, () => sent.push(...times(30, () => behind.send())));
    expect([await behind.send(), await behind.send(neighbour)]).toEqual([
      [503, 1],
      [202, 0],
    ]);
    await Promise.all(sent);
    expect((await behind.get('/metrics')).body).toMatch(/adsieve_intake_refused_total\{reason="behind"\} [1-9]/);
    await behind.close();
  });

  it('says 503 and to come again soon while the bodies at work are as many as there is room for, and takes more when they are answered', async () => {
    const crowded = await inject({ heldBytes: 40_000 }, [{ url: 'x'.repeat(1000) }]);
    const { secret: neighbour } = await live.makeKey('Beside a crowd');
    const flood = times(200, () => crowded.send());
    // The crowd is of one key, and leaves as much room as it takes.
    expect(await crowded.send(neighbour)).toEqual([202, 0]);
    const answers = await Promise.all(flood);
    const said = new Set(answers.map(([status, seconds]) => `${status} ${seconds}`));
    expect([...said].sort()).toEqual(['202 0', '503 1']);
    const stored = answers.filter(([status]) => status === 202).length;
    expect(await live.load().then(() => live.rows('count() AS n'))).toEqual([{ n: stored + 1 }]);
    expect(await crowded.send()).toEqual([202, 0]);
    await crowded.close();
    const small = await inject({ heldBytes: 500 }, [{ url: 'x'.repeat(1000) }]);
    expect(await small.send()).toEqual([503, 1]);
    await small.close();
  });

  it('refuses a key of which more waits than its share, says why, and takes and loads those of neighbours first', async () => {
    const flood = await live.makeKey('Flood');
    const beside = await live.makeKey('Beside the flood');
    const other = await live.makeKey('Of another package', { package_name: 'foreign.example' });
    for (const n of times(5, (n) => n))
      await live.send(
        times(5, (each) => cleanClick(5 * n + each)),
        { key: flood.secret },
      );
    const collector = await inject({ pending: 40 }, [{ publisher: 'A neighbour' }]);
    expect(await collector.send(flood.secret)).toEqual([503, 10]);
    expect([await collector.send(beside.secret), await collector.send(other.secret)]).toEqual([
      [202, 0],
      [202, 0],
    ]);
    expect((await collector.get('/metrics')).body).toContain('adsieve_intake_refused_total{reason="loading"} 1');
    const url = `/api/live-traffic/faults?package_name=${OWN}`;
    await expect
      .poll(async () => (await collector.get(url)).json().data, { timeout: 5000 })
      .toContainEqual(expect.objectContaining({ key_id: flood.id, fault: 'held_back', detail: 'loading', n: 1 }));
    await collector.close();
    const loader = new Loader(live.app.context.imports, { waitMs: 1, short: 6, restMs: () => 0 });
    const loaded = async () => {
      await loader.step(RUN);
      const rows = await live.rows<{ name: string; n: number }>(
        "concat(package, ' ', publisher) AS name, count() OVER (PARTITION BY name) AS n",
      );
      return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
    };
    const [own, foreign] = [`${OWN} A neighbour`, 'foreign.example A neighbour'];
    expect(await loaded()).toEqual({ [own]: 1, [`${OWN} Honest`]: 5 });
    expect(await loaded()).toEqual({ [own]: 1, [`${OWN} Honest`]: 5, [foreign]: 1 });
    expect(await loaded()).toEqual({ [own]: 1, [`${OWN} Honest`]: 10, [foreign]: 1 });
    await live.load();
    expect(await live.rows('count() AS n')).toEqual([{ n: 27 }]);
  });

  it('says 429 to a key that floods it', async () => {
    const { send, close } = await inject({ eventsPerSecond: 50 }, times(40, cleanClick));
    const answers = [await send(), await send(), await send()];
    expect(answers).toContainEqual([429, 1]);
    expect(answers[0]).toEqual([202, 0]);
    await close();
  });
});
