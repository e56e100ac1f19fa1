import { beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#app/server/create-app.ts';
import { TEST_PASSWORD, useApp } from '../../../../test/support/use-app.ts';
import { createSignInGuard } from './sign-in-guard.ts';

const app = useApp();

beforeAll(async () => {
  await app.package({ name: 'own.example' });
  for (const name of ['ann', 'bob', 'carl', 'dora', 'emma'])
    await app.signIn({ email: `${name}@own.example`, role: 'customer', packages: ['own.example'] });
});

async function login(email: string, password: string, remoteAddress: string) {
  const payload = { email, password, turnstile_token: 'human' };
  const answer = await app.app.http.inject({ method: 'POST', url: '/api/user/login', remoteAddress, payload });
  return { status: answer.statusCode, body: answer.json(), wait: Number(answer.headers['retry-after'] ?? 0) };
}

const guess = (email: string, from: string) => login(email, 'a guess', from);

/** Guesses whenever it is allowed to; answers what had to be waited for before each. */
async function waits(email: string, from: string, guesses: number): Promise<number[]> {
  const waited: number[] = [];
  for (let made = 0; made < guesses; ) {
    const { status, wait } = await guess(email, from);
    if (status === 401) made++;
    else {
      expect(status).toBe(429);
      waited.push(wait);
      app.clock.advance(wait * 1000);
    }
  }
  return waited;
}

describe('guessing the password of an account from one network', () => {
  it('costs nothing five times, then 30 s, doubled with each guess, an hour at most', async () => {
    const waited = await waits('ann@own.example', '203.0.113.5', 15);
    expect(waited).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]);
  });

  it('is told in the shape of every error, with the time to wait [ERR-GAP-03]', async () => {
    for (let turn = 0; turn < 5; turn++) await guess('bob@own.example', '203.0.113.6');
    app.clock.advance(10_000);
    const { status, body, wait } = await guess('Bob@OWN.example', '203.0.113.6');
    const message = 'Too many failed sign-ins. Please wait 20 s';
    const told = { code: 'sign_in_wait', values: { seconds: 20 } };
    const shape = { status: false, code: 'too_many_requests', message, error: message, told };
    expect([status, body, wait]).toEqual([429, { ...shape, request_id: expect.any(String) }, 20]);
  });

  it('is refused with the right password too, until the time is over', async () => {
    expect((await login('bob@own.example', TEST_PASSWORD, '203.0.113.6')).status).toBe(429);
    app.clock.advance(20_000);
    expect((await login('bob@own.example', TEST_PASSWORD, '203.0.113.6')).status).toBe(200);
  });

  it('begins anew after the right password, and after a day without a wrong one', async () => {
    expect(await waits('bob@own.example', '203.0.113.6', 5)).toEqual([]);
    app.clock.advance(24 * 3_600_000 + 1);
    expect(await waits('bob@own.example', '203.0.113.6', 5)).toEqual([]);
  });

  it('goes alike for an account that does not exist', async () => {
    const waited = await waits('nobody@own.example', '203.0.113.7', 9);
    expect(waited).toEqual([30, 60, 120, 240]);
    const known = await waits('carl@own.example', '203.0.113.8', 9);
    expect(known).toEqual(waited);
  });

  it('gets no further with many guesses at once, over two processes', async () => {
    const other = await createApp(app.context, { humanCheck: { ...human, passed: async () => true } });
    const payload = { email: 'dora@own.example', password: 'a guess', turnstile_token: 'human' };
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const { http } = index % 2 === 0 ? app.app : other;
        return (await http.inject({ method: 'POST', url: '/api/user/login', remoteAddress: '203.0.113.9', payload }))
          .statusCode;
      }),
    );
    await other.http.close();
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(35);
  });
});

const human = { provider: 'altcha' as const, siteKey: '', challenge: async () => null };

it('does not wait for a clock that was put back', async () => {
  const guard = createSignInGuard(app.context.database, () => app.clock.now());
  for (let turn = 0; turn < 5; turn++) await guard.take('early@own.example', '198.51.100.40');
  await expect(guard.take('early@own.example', '198.51.100.40')).rejects.toMatchObject({ retryAfter: 30 });
  const before = app.clock.now();
  app.clock.advance(-2 * 3_600_000);
  await (await guard.take('early@own.example', '198.51.100.40')).right();
  app.clock.set(before);
});

describe('guessing from one network', () => {
  it('slows down over all accounts together, and nobody elsewhere is kept waiting', async () => {
    const guard = createSignInGuard(app.context.database, () => app.clock.now());
    const take = (turn: number, ip: string) => guard.take(`made-up-${turn}@own.example`, ip);
    for (let turn = 0; turn < 50; turn++) await take(turn, '198.51.100.1');
    await expect(take(50, '198.51.100.1')).rejects.toMatchObject({ code: 'too_many_requests', retryAfter: 5 });
    await take(50, '198.51.100.2');
    app.clock.advance(5_000);
    await take(50, '198.51.100.1');
    await expect(take(51, '198.51.100.1')).rejects.toMatchObject({ retryAfter: 10 });
  });

  it('counts right passwords with none, so that an office gets in on Monday morning', async () => {
    const guard = createSignInGuard(app.context.database, () => app.clock.now());
    for (let turn = 0; turn < 60; turn++)
      await (await guard.take(`colleague-${turn}@own.example`, '198.51.100.9')).right();
    await guard.take('colleague-60@own.example', '198.51.100.9');
  });
});

describe('guessing one account from everywhere', () => {
  const guard = () => createSignInGuard(app.context.database, () => app.clock.now());
  const crowd = async (email: string): Promise<void> => {
    for (let turn = 0; turn < 20; turn++) await guard().take(email, `192.0.2.${turn}`);
  };

  it('slows down to one guess in five minutes', async () => {
    await crowd('stranger@own.example');
    const waited: number[] = [];
    for (let turn = 20; turn < 30; ) {
      const refused = await guard()
        .take('stranger@own.example', `192.0.2.${turn}`)
        .then(
          () => undefined,
          (error: { retryAfter: number }) => error.retryAfter,
        );
      if (refused === undefined) turn++;
      else {
        waited.push(refused);
        app.clock.advance(refused * 1000);
      }
    }
    expect(waited).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300, 300]);
  });

  it('does not keep its owner out where the owner got in before', async () => {
    expect((await login('emma@own.example', TEST_PASSWORD, '198.51.100.20')).status).toBe(200);
    await crowd('emma@own.example');
    expect((await login('emma@own.example', TEST_PASSWORD, '198.51.100.20')).status).toBe(200);
    expect((await login('emma@own.example', TEST_PASSWORD, '198.51.100.21')).status).toBe(429);
  });
});

it('keeps no address and no e-mail', async () => {
  const { rows } = await app.context.database.pool.query<{ key: string }>('SELECT key FROM sign_in_guess');
  expect(rows.length).toBeGreaterThan(0);
  for (const { key } of rows) expect(key).toMatch(/^[\w-]{43}$/);
});

it('fails closed when the counters cannot be reached', async () => {
  const { pool } = app.context.database;
  await pool.query('ALTER TABLE sign_in_guess RENAME TO sign_in_guess_away');
  try {
    expect((await login('ann@own.example', TEST_PASSWORD, '198.51.100.30')).status).toBe(500);
  } finally {
    await pool.query('ALTER TABLE sign_in_guess_away RENAME TO sign_in_guess');
  }
});
