// @vitest-environment-options { "alone": "memory of the process and limits of its first engine" }
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { useClickHouse } from '../../../../test/support/use-clickhouse.ts';
import { fileSource } from './clickhouse.ts';
import { QueryCancelled, QueryFailed, QueryTooHeavy } from './query-errors.ts';
import { sql, trusted, typed } from './sql.ts';

const clickhouse = useClickHouse({ migrate: false });
const endless = sql`SELECT sum(cityHash64(number)) FROM numbers(1000000000000)`;

/** Marks of the queries under way, without this question itself. */
/** A query that was cancelled stays in the list, using nothing, until its session is asked again; it does not count. */
async function running(): Promise<number> {
  const [row] = await clickhouse.query<{ n: number }>(
    sql`SELECT count() AS n FROM system.processes WHERE query LIKE '%cityHash64%' AND query NOT LIKE '%system.processes%' AND NOT is_cancelled`,
  );
  return row?.n ?? -1;
}

describe('a question', () => {
  test('is answered in UTC, from our own Atomic database, with counts as numbers', async () => {
    const rows = await clickhouse.query(
      sql`SELECT count() AS n, timezone() AS zone, currentDatabase() AS db, (SELECT engine FROM system.databases WHERE name = currentDatabase()) AS engine FROM numbers(3)`,
    );
    expect(rows).toEqual([{ n: 3, zone: 'UTC', db: 'adsieve', engine: 'Atomic' }]);
  });

  test('has two threads when alone, one when there are others', async () => {
    const threads = sql`SELECT getSetting('max_threads') AS n, sleep(0.1)`;
    const lone = await clickhouse.query<{ n: number }>(threads);
    const crowd = await Promise.all([1, 2, 3].map(() => clickhouse.query<{ n: number }>(threads)));
    expect(lone[0]?.n).toBeGreaterThan(1);
    expect(crowd[2]?.[0]?.n).toBe(1);
  });

  test('with values does not wait for another with values, in whatever lane', async () => {
    const ended: string[] = [];
    const slow = async (lane: 'heavy' | 'write'): Promise<void> => {
      await clickhouse.query(sql`SELECT sleep(${typed('Float64', 1.5)})`, { lane });
      ended.push(lane);
    };
    const both = Promise.all([slow('heavy'), slow('write')]);
    await clickhouse.query(sql`SELECT ${typed('String', 'x')} AS x`);
    ended.push('light');
    await both;
    expect(ended[0]).toBe('light');
  });

  test('does not inherit the settings of the one before', async () => {
    const question = sql`SELECT getSetting('max_block_size') AS n`;
    const before = await clickhouse.query(question, { lane: 'heavy' });
    const changed = await clickhouse.query(question, { lane: 'heavy', settings: { max_block_size: 123 } });
    expect(changed).toEqual([{ n: 123 }]);
    expect(await clickhouse.query(question, { lane: 'heavy' })).toEqual(before);
  });

  test('that is wrong is a typed error, and the session lives', async () => {
    const error = await clickhouse.query(sql`SELECT nonsense(`).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(QueryFailed);
    expect(error).toMatchObject({ code: 'internal', engineCode: 62 });
    expect(await clickhouse.query(sql`SELECT 1 AS n`)).toEqual([{ n: 1 }]);
  });

  test('that takes too long is refused as unavailable', async () => {
    await expect(clickhouse.query(endless, { timeoutSeconds: 0.3 })).rejects.toMatchObject({
      code: 'unavailable',
      engineCode: 159,
    });
  });

  test('waits in its lane, so a heavy one does not hold up light ones', async () => {
    const heavy = clickhouse.query(sql`SELECT sleep(0.5)`, { lane: 'heavy' });
    const started = performance.now();
    await clickhouse.query(sql`SELECT 1`);
    expect(performance.now() - started).toBeLessThan(300);
    await heavy;
  });
});

describe('cancelling', () => {
  test('ends the wait at once and leaves no query running in the engine', async () => {
    const stop = new AbortController();
    const asked = clickhouse.query(endless, { signal: stop.signal, tag: 'test' });
    while ((await running()) === 0) await sleep(10);
    stop.abort();
    await expect(asked).rejects.toBeInstanceOf(QueryCancelled);
    while ((await running()) > 0) await sleep(10);
  });

  test('also ends a query that has not quite begun, and takes a waiting one out of the queue', async () => {
    const stop = new AbortController();
    const first = clickhouse.query(endless, { lane: 'heavy', signal: stop.signal });
    const second = clickhouse.query(endless, { lane: 'heavy', signal: stop.signal });
    stop.abort();
    await expect(first).rejects.toBeInstanceOf(QueryCancelled);
    await expect(second).rejects.toBeInstanceOf(QueryCancelled);
    expect(await clickhouse.query(sql`SELECT 1 AS n`, { lane: 'heavy' })).toEqual([{ n: 1 }]);
    expect(await running()).toBe(0);
  });
});

describe('memory', () => {
  test('overrun is a clean error, the session lives, and the process stays under 1.8 GB', async () => {
    const hog = sql`SELECT length(groupArray(number)) FROM numbers(1000000000)`;
    const answers = await Promise.allSettled([1, 2, 3, 4].map(() => clickhouse.query(hog)));
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'query_too_heavy' } });
      if (answer.status === 'rejected') expect(answer.reason).toBeInstanceOf(QueryTooHeavy);
    }
    expect(await clickhouse.query(sql`SELECT 1 AS n`)).toEqual([{ n: 1 }]);
    expect(process.resourceUsage().maxRSS / 1000).toBeLessThan(1800);
  });
});

describe('a table that was dropped', () => {
  test('is let go of within seconds: the engine would keep its rows in memory for eight minutes', async () => {
    await clickhouse.command(sql`CREATE TABLE gone (n UInt64) ENGINE = Memory`);
    await clickhouse.command(sql`INSERT INTO gone SELECT number FROM numbers(1000)`);
    await clickhouse.command(sql`DROP TABLE gone`);
    const kept = () => clickhouse.query(sql`SELECT table FROM system.dropped_tables WHERE table = 'gone'`);
    await expect.poll(kept, { timeout: 20_000 }).toEqual([]);
  });
});

describe('rows and files', () => {
  test('inserts one block, reads it back and streams it', async () => {
    await clickhouse.command(sql`CREATE TABLE pairs (id UInt64, name String) ENGINE = MergeTree ORDER BY id`);
    await clickhouse.insert(
      'pairs',
      Array.from({ length: 5000 }, (_, id) => ({ id, name: `n;'${id}` })),
    );
    expect(await clickhouse.query(sql`SELECT count() AS n, max(name) AS last FROM pairs`)).toEqual([
      { n: 5000, last: "n;'999" },
    ]);
    const csv = await text(
      await clickhouse.stream(sql`SELECT id FROM pairs WHERE id < ${typed('UInt64', 3)} ORDER BY id`, 'csv'),
    );
    expect(csv).toBe('0\n1\n2\n');
  });

  test('a stream that is left in the middle frees its lane', async () => {
    const stream = await clickhouse.stream(sql`SELECT number FROM numbers(100000000)`, 'lines');
    for await (const _chunk of stream) break;
    expect(await clickhouse.query(sql`SELECT 1 AS n`, { lane: 'heavy' })).toEqual([{ n: 1 }]);
  });

  test('a wrong streamed question fails before the first byte', async () => {
    await expect(clickhouse.stream(sql`SELECT nope`, 'csv')).rejects.toMatchObject({
      code: 'internal',
      engineCode: 47,
    });
  });

  test('reads a staged file, and no other', async () => {
    const path = join(clickhouse.userFiles, 'stage.csv');
    await writeFile(path, '1,a\n2,"b,c"\n');
    const rows = await clickhouse.query(
      sql`SELECT * FROM file(${fileSource(clickhouse, path)}, 'CSV', ${trusted("'id Int32, name String'")})`,
    );
    expect(rows).toEqual([
      { id: 1, name: 'a' },
      { id: 2, name: 'b,c' },
    ]);
    for (const bad of [
      '/etc/passwd',
      `${clickhouse.userFiles}/../x.csv`,
      `${clickhouse.userFiles}/*.csv`,
      'stage.csv',
    ]) {
      expect(() => fileSource(clickhouse, bad)).toThrow(RangeError);
    }
  });

  test('says what state the engine is in', async () => {
    expect(await clickhouse.info()).toMatchObject({ mode: 'embedded', detachedParts: 0, unfinishedMutations: 0 });
  });
});
