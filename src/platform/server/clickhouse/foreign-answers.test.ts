import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ForeignAnswer } from './answer-frame.ts';
import type { ClickHouse, EngineAlarm } from './clickhouse.ts';
import { openEmbeddedEngine } from './embedded-engine.ts';
import { openPool } from './pool.ts';
import type { Engine, Session, Statement } from './session.ts';
import { trusted as raw, sql } from './sql.ts';

const MEMORY = 1_400_000_000;
let folder = '';
let engine: Engine;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adsieve-foreign-'));
  engine = await openEmbeddedEngine(folder, MEMORY, 8);
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

let count = 0;
const statement = (query: string): Statement => ({
  query,
  query_params: {},
  settings: {},
  mark: `test-${++count}-mark`,
});

/** Fails when its answer has begun: the engine has written some 130,000 names by then. */
const FAILING = `SELECT concat('canary ', toString(number)) AS name, throwIf(number = 150000) AS failed FROM numbers(200000)`;
const OWN = `SELECT concat('own ', toString(number)) AS name, 0 AS failed FROM numbers(3)`;
const OWN_ROWS = [0, 1, 2].map((n) => ({ name: `own ${n}`, failed: 0 }));

/** A session as the engine leaves it after a failure, which the pool never uses again. */
async function spoiled(): Promise<Session> {
  const session = await engine.open();
  await expect(session.rows(statement(FAILING))).rejects.toThrow(/throwIf/);
  return session;
}

describe('a session of the engine after a statement that failed when its answer had begun', () => {
  it('puts the rows of the failed one before the next answer, which is refused by its mark', async () => {
    const session = await spoiled();
    await expect(session.rows(statement(OWN))).rejects.toBeInstanceOf(ForeignAnswer);
    await session.close();
  });

  it('is closed without keeping others waiting, while a long statement runs elsewhere', async () => {
    const other = await engine.open();
    const long = other.rows(statement('SELECT sleep(3)'));
    const session = await spoiled();
    const started = performance.now();
    await session.close();
    expect(performance.now() - started).toBeLessThan(2_000);
    await long;
    await other.close();
  });
});

/** A pool whose first sessions are handed over spoiled, as no pool of ours would. */
async function poolOfSpoiled(bad: number): Promise<{ pool: ClickHouse; alarms: EngineAlarm[]; opened: () => number }> {
  let opened = 0;
  const alarms: EngineAlarm[] = [];
  const half: Engine = { ...engine, open: () => (opened++ < bad ? spoiled() : engine.open()), close: async () => {} };
  const options = { cores: 2, memory: MEMORY, readers: 2, alarm: (alarm: EngineAlarm) => void alarms.push(alarm) };
  return { pool: await openPool(async () => half, options), alarms, opened: () => opened };
}

describe('the pool', () => {
  it('throws an answer of another statement away, tells it, and asks once more on a session never used', async () => {
    const { pool, alarms, opened } = await poolOfSpoiled(2);
    expect(await pool.query(sql`${raw(OWN)}`, { tag: 'board' })).toEqual(OWN_ROWS);
    expect(alarms).toEqual([{ alarm: 'foreign_answer', tag: 'board' }]);
    // Two readers, one heavy, one writer, one to end others, and one in the place of each that was spoiled.
    expect(opened()).toBe(7);
    const info = await pool.info();
    expect(info.foreignAnswers).toBeGreaterThan(0);
    expect(info.alarms).toMatchObject([{ alarm: 'foreign_answer', tag: 'board', times: 1 }]);
    await pool.close();
  });

  it("gives no answer at all when the second is another statement's as well", async () => {
    const { pool, alarms } = await poolOfSpoiled(99);
    await expect(pool.query(sql`${raw(OWN)}`)).rejects.toMatchObject({ code: 'internal' });
    expect(alarms).toHaveLength(2);
    await pool.close();
  });

  it('never gives a session whose statement failed to the next one', async () => {
    const used: Session[] = [];
    const failed = new Set<Session>();
    const noted: Engine = {
      ...engine,
      close: async () => {},
      open: async () => {
        const session = await engine.open();
        const rows = async <T>(each: Statement): Promise<T[]> => {
          used.push(noting);
          expect(failed.has(noting)).toBe(false);
          return session.rows<T>(each).catch((error: unknown) => {
            failed.add(noting);
            throw error;
          });
        };
        const noting: Session = { ...bound(session), rows };
        return noting;
      },
    };
    const pool = await openPool(async () => noted, { cores: 2, memory: MEMORY, readers: 1, alarm: () => {} });
    const endless = 'SELECT sum(cityHash64(number)) FROM numbers(1000000000000)';
    for (const [question, options] of [
      [FAILING, () => ({})],
      ['SELECT nonsense(', () => ({})],
      [endless, () => ({ timeoutSeconds: 0.2 })],
      ['SELECT groupArray(number) FROM numbers(1000000000)', () => ({})],
      [endless, () => ({ signal: AbortSignal.timeout(100) })],
    ] as const) {
      await expect(pool.query(sql`${raw(question)}`, options())).rejects.toThrow();
      expect(await pool.query(sql`${raw(OWN)}`)).toEqual(OWN_ROWS);
    }
    expect(failed.size).toBe(5);
    expect(new Set(used).size).toBe(6);
    await pool.close();
  });

  it('gives a stream of its own rows only, after one that failed and one that was left in the middle', async () => {
    const pool = await openPool(async () => ({ ...engine, close: async () => {} }), {
      cores: 2,
      memory: MEMORY,
      readers: 1,
      alarm: () => {},
    });
    await expect(pool.stream(sql`${raw(FAILING)}`, 'lines').then(text)).rejects.toThrow(/throwIf/);
    const left = await pool.stream(sql`SELECT concat('canary ', toString(number)) FROM numbers(1000000)`, 'csv');
    for await (const _ of left) break;
    expect(await pool.stream(sql`${raw(OWN)}`, 'csv').then(text)).toBe('"own 0",0\n"own 1",0\n"own 2",0\n');
    expect(await pool.stream(sql`${raw(OWN)}`, 'lines').then(text)).toBe(
      '["name","failed"]\n["own 0",0]\n["own 1",0]\n["own 2",0]\n',
    );
    await pool.close();
  });
});

const bound = (session: Session): Session => ({
  rows: (each) => session.rows(each),
  command: (each) => session.command(each),
  insert: (table, rows, each) => session.insert(table, rows, each),
  stream: (each, layout) => session.stream(each, layout),
  close: () => session.close(),
});
