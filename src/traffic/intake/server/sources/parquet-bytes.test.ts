import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql, trusted } from '#platform/server/clickhouse/sql.ts';
import { useClickHouse } from '../../../../../test/support/use-clickhouse.ts';
import { ImportRefused } from '../import-error.ts';
import { readSample } from './read-sample.ts';

const clickhouse = useClickHouse({ migrate: false });
const folder = mkdtempSync(join(tmpdir(), 'adsieve-parquet-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ROWS = `SELECT toDateTime64('2026-03-01 10:00:00', 3) + number AS time, 'p' || toString(number % 7) AS publisher,
  toNullable(number) AS n, [number, number + 1] AS list, map('k' || toString(number % 3), number) AS pairs,
  tuple(number, 'x') AS both, toFloat64(number) / 3 AS share, toDecimal64(number, 4) AS cost,
  toFixedString('abcd', 4) AS four, toLowCardinality('lc' || toString(number % 5)) AS few,
  toDate('2026-03-01') + number % 30 AS day, generateUUIDv4() AS id FROM numbers(200)`;
const PACKED = ['snappy', 'zstd', 'gzip', 'lz4', 'none'] as const;

const sources: Buffer[] = [];
beforeAll(async () => {
  for (const packed of PACKED) {
    const path = join(clickhouse.userFiles, `${packed}.parquet`);
    await clickhouse.command(
      sql`INSERT INTO FUNCTION file(${trusted(`'${path}'`)}, 'Parquet') ${trusted(ROWS)} SETTINGS output_format_parquet_compression_method = ${trusted(`'${packed}'`)}`,
    );
    sources.push(readFileSync(path));
    rmSync(path);
  }
});

/** Numbers between 0 and 1, the same for the same seed. */
function numbersOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const spanOf = (start: number, bytes: number): [number, number] => [start, start + bytes];
const SIZES = [0, 1, 0x7f, 0xffff, 0x7fff_ffff, 0xffff_ffff];

/** A sound file with something wrong: in its footer, its pages, its lengths, or with a part missing. */
function damaged(seed: number): Buffer {
  const next = numbersOf(seed);
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low));
  const source = sources[between(0, sources.length)] ?? Buffer.alloc(0);
  const bytes = Buffer.from(source);
  const footer = bytes.length - 8 - bytes.readUInt32LE(bytes.length - 8);
  const times = between(1, 8);
  const change = [
    () => void bytes.writeUInt8(between(0, 256), between(footer, bytes.length - 8)),
    () => void bytes.writeUInt8(between(0, 256), between(4, footer)),
    () => void bytes.writeUInt32LE(SIZES[between(0, SIZES.length)] ?? 0, bytes.length - 8),
    // A number as long as any can be, where the footer says how much of something there is.
    () => void bytes.fill(0xff, ...spanOf(between(footer, bytes.length - 18), 9)),
    () => void bytes.fill(0xff, ...spanOf(between(4, footer - 9), 9)),
  ][between(0, 6)];
  if (!change)
    return Buffer.concat([bytes.subarray(0, between(4, footer)), bytes.subarray(between(footer, bytes.length))]);
  for (let n = 0; n < times; n++) change();
  return bytes;
}

const look = (path: string, signal?: AbortSignal) =>
  readSample(clickhouse, { path, name: 'x.parquet', container: 'parquet', bytes: 1 }, undefined, signal);

const SEEDS = process.env.ADSIEVE_TEST_ALL === '1' ? 3_000 : 120;

test(`${SEEDS} damaged Parquet files are read or refused in words, and the server lives`, {
  timeout: 600_000,
}, async () => {
  const told = new Map<string, number>();
  for (let seed = 1; seed <= SEEDS; seed++) {
    const path = join(folder, 'x.parquet');
    writeFileSync(path, damaged(seed));
    const said = await look(path).then(
      () => 'read',
      (error: unknown) => (error instanceof ImportRefused ? error.reason : `seed ${seed}: ${String(error)}`),
    );
    told.set(said, (told.get(said) ?? 0) + 1);
  }
  expect([...told.keys()].sort()).toEqual(['parquet_damaged', 'read']);
  expect(await clickhouse.query(sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
  expect(readdirSync(clickhouse.userFiles)).toEqual([]);
});

test('a look at a Parquet file waits for no download, copies nothing and leaves nothing', async () => {
  const path = join(folder, 'sound.parquet');
  writeFileSync(path, sources[0] ?? '');
  const download = await clickhouse.stream(sql`SELECT number FROM numbers(100000000)`, 'csv');
  const sample = await look(path);
  expect(sample.records).toHaveLength(200);
  download.destroy();
  expect(readdirSync(clickhouse.userFiles)).toEqual([]);
  expect(readFileSync(path)).toEqual(sources[0]);
});

test('two people may look at the same moment', async () => {
  const path = join(folder, 'both.parquet');
  writeFileSync(path, sources[1] ?? '');
  const looks = await Promise.all(Array.from({ length: 8 }, () => look(path)));
  expect(looks.map(({ records }) => records.length)).toEqual(looks.map(() => 200));
});

test('who leaves ends the look in the engine too', async () => {
  const path = join(folder, 'left.parquet');
  writeFileSync(path, sources[0] ?? '');
  const gone = new AbortController();
  const looking = look(path, gone.signal);
  gone.abort();
  await expect(looking).rejects.toThrow();
  await sleep(100);
  expect(readdirSync(clickhouse.userFiles)).toEqual([]);
  expect((await clickhouse.info()).running).toMatchObject({ heavy: 0, write: 0 });
});
