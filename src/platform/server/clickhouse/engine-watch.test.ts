// @vitest-environment-options { "alone": "memory of the engine, counted from its start" }
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClickHouse, EngineAlarm } from './clickhouse.ts';
import { openEmbeddedEngine } from './embedded-engine.ts';
import { type Watched, watchEngine } from './engine-watch.ts';
import type { LaneName } from './lane-limits.ts';
import { openPool } from './pool.ts';
import type { Engine, Session } from './session.ts';
import { type Sql, sql } from './sql.ts';

const MEMORY = 1_400_000_000;
const MB = 1_000_000;
let folder = '';
const alarms: EngineAlarm[] = [];
const alarm = (each: EngineAlarm) => void alarms.push(each);
/** Sessions of which the pool knows nothing, opened by tests on its engine. */
let engine: Engine;
let opened = 0;
let pool: ClickHouse & Watched;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adsieve-watch-'));
  const open = async (): Promise<Engine> => {
    opened++;
    engine = await openEmbeddedEngine(folder, MEMORY, 8);
    return engine;
  };
  pool = await openPool(open, { cores: 2, memory: MEMORY, readers: 2, alarm: () => {} });
});
afterAll(async () => {
  await pool.close();
  await rm(folder, { recursive: true, force: true });
});

async function state(): Promise<{ tracked: number; held: number }> {
  const [row] = await pool.query<{ tracked: number; held: number }>(
    sql`SELECT (SELECT value FROM system.metrics WHERE metric = 'MemoryTracking') AS tracked,
      (SELECT count() FROM system.processes WHERE query NOT LIKE '%system.processes%') AS held`,
  );
  return row ?? { tracked: 0, held: -1 };
}

const tooBig = sql`SELECT number % 20000000 AS k, count() AS n FROM numbers(100000000) GROUP BY k ORDER BY n`;
const unbounded = { max_bytes_before_external_group_by: 0, max_bytes_before_external_sort: 0 };
const heavy = sql`SELECT sum(cityHash64(number)) AS n FROM numbers(3000000)`;

const took = async (question: Sql, lane: LaneName): Promise<number> => {
  const started = performance.now();
  await pool.query(question, { lane });
  return performance.now() - started;
};

describe('a statement that failed', () => {
  it.each(['light', 'heavy', 'write'] as const)(
    'too big, ended or out of time, leaves nothing in the engine (%s)',
    async (lane) => {
      const before = await state();
      await expect(pool.query(tooBig, { lane, settings: unbounded })).rejects.toMatchObject({
        code: 'query_too_heavy',
      });
      await expect(pool.query(tooBig, { lane, settings: unbounded, timeoutSeconds: 0.3 })).rejects.toThrow();
      const signal = AbortSignal.timeout(300);
      await expect(pool.query(tooBig, { lane, settings: unbounded, signal })).rejects.toThrow();
      await expect.poll(async () => (await state()).held).toBe(0);
      expect((await state()).tracked - before.tracked).toBeLessThan(60 * MB);
    },
  );

  it('leaves nothing when it was a stream, called off before anybody read it or in the midst', async () => {
    const many = sql`SELECT concat('name ', toString(number)) AS name FROM numbers(3000000)`;
    for (const layout of ['lines', 'csv'] as const) {
      const stop = new AbortController();
      const stream = await pool.stream(many, layout, { signal: stop.signal });
      stop.abort();
      const left = await pool.stream(many, layout);
      for await (const _ of left) break;
      expect(stream.destroyed).toBe(true);
    }
    await expect.poll(() => pool.look()).toMatchObject({ leftovers: [], isIdle: true });
  });

  it('holds up no heavier one, and no table', async () => {
    await pool.command(sql`CREATE TABLE held (n UInt64) ENGINE = MergeTree ORDER BY n`);
    await pool.command(sql`INSERT INTO held SELECT number FROM numbers(300000)`);
    const alone = await took(heavy, 'heavy');
    await expect(pool.query(sql`SELECT n, throwIf(n = 250000) AS failed FROM held ORDER BY n`)).rejects.toThrow();
    // Every block would wait 50 ms for it: 200 of them ten seconds.
    expect(await took(heavy, 'heavy')).toBeLessThan(alone * 20 + 1_000);
    await pool.command(sql`DROP TABLE held SYNC`);
  });
});

/** Fails on a session nobody will use again, as if the pool had kept it. */
async function leftOver(bytes: number): Promise<Session> {
  const session = await engine.open();
  const query = `SELECT groupArray(repeat('x', 1000)) AS x, throwIf(length(x) > 0) FROM numbers(${Math.round(bytes / 1_000)}) /* left-over */`;
  await session.rows({ query, query_params: {}, settings: { max_block_size: 1_000 }, mark: 'left' }).catch(() => {});
  return session;
}

describe('the watch', () => {
  it('finds nothing in an engine at rest, and other sessions serve like those before', async () => {
    expect(await pool.look()).toMatchObject({ leftovers: [], isIdle: true });
    await pool.renewIdle();
    expect(await pool.query(sql`SELECT 1 AS n`)).toEqual([{ n: 1 }]);
    expect((await pool.info()).running).toEqual({ light: 1, heavy: 0, write: 0 });
  });

  it('tells of a statement that is left over in the engine', async () => {
    alarms.length = 0;
    const stop = watchEngine(pool, MEMORY, alarm, 30);
    const session = await leftOver(50 * MB);
    await expect.poll(() => alarms.map(({ alarm }) => alarm)).toContain('leftover_statement');
    expect(alarms[0]?.tag).toContain('left-over');
    stop();
    await session.close();
  });

  it('opens the engine again when memory is held and other sessions do not help; nothing is lost', async () => {
    await pool.command(sql`CREATE TABLE kept (n UInt64) ENGINE = MergeTree ORDER BY n`);
    await pool.command(sql`INSERT INTO kept SELECT number FROM numbers(1000)`);
    alarms.length = 0;
    const before = opened;
    let renewals = 0;
    const asked: Promise<unknown>[] = [];
    const stop = watchEngine(
      {
        // An engine that counts what nobody holds, until it is opened again.
        look: async () => ({ leftovers: [], tracked: opened > before ? 0 : MEMORY, isIdle: true }),
        renewIdle: async () => {
          renewals++;
        },
        reopen: async () => {
          asked.push(pool.query(sql`SELECT count() AS n FROM kept`));
          await pool.reopen();
          asked.push(pool.query(sql`SELECT count() AS n FROM kept`));
        },
      },
      MEMORY,
      alarm,
      20,
    );
    await expect.poll(() => asked.length, { timeout: 10_000 }).toBeGreaterThan(1);
    stop();
    expect(await Promise.all(asked)).toEqual(asked.map(() => [{ n: 1000 }]));
    expect(renewals).toBeGreaterThan(0);
    expect(alarms.map(({ alarm }) => alarm)).toContain('memory_held_by_nobody');
  });
});
