import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { parquetMetadata } from 'hyparquet';
import { afterAll, expect, it } from 'vitest';
import { useClickHouse } from '../../../test/support/use-clickhouse.ts';
import { sql, trusted, typed } from './clickhouse/sql.ts';
import type { Cell } from './csv.ts';
import type { FileAbout } from './file-about.ts';
import type { FileColumn } from './file-columns.ts';
import { parquetFile } from './parquet.ts';

const clickhouse = useClickHouse();
const path = join(tmpdir(), `${randomUUID()}.parquet`);
afterAll(() => rm(path, { force: true }));

const about: FileAbout = {
  what: 'Publishers',
  package: { name: 'shop.example', title: 'Shop' },
  from: '2026-11-01',
  to: '2026-11-30',
  timeZone: 'Europe/Berlin',
  filters: [['publisher', ['North/Wind']]],
  made: new Date('2026-11-30T14:05:09Z'),
};

const streamOf = (columns: readonly FileColumn[], rows: Parameters<typeof parquetFile>[2]): Readable => {
  const { stream } = parquetFile(about, columns, rows);
  if (!(stream instanceof Readable)) throw new Error('no stream');
  return stream;
};

/** What the engine reads, which shares no code with what wrote the file. */
async function engineReads(bytes: Buffer, what: string): Promise<unknown[]> {
  await writeFile(path, bytes);
  return clickhouse.query(sql`SELECT ${trusted(what)} FROM file(${typed('String', path)}, Parquet)`);
}

const COLUMNS: readonly FileColumn[] = [
  { label: 'Publisher', kind: 'plain' },
  { label: 'Too few', kind: 'flag' },
  { label: 'Total', kind: 'count' },
  { label: 'Fraud %', kind: 'percent' },
  { label: 'Money at risk, EUR', kind: 'money' },
  { label: 'Date', kind: 'day' },
  { label: 'Month', kind: 'month' },
  { label: 'ts', kind: 'moment' },
  { label: 'ctit_seconds', kind: 'number' },
];

it('another program reads real types from a Parquet file: whole numbers, decimals without loss, days, moments', async () => {
  const rows: Cell[][] = [
    [
      '=1+1',
      true,
      9_007_199_254_740_991,
      12.34,
      '123456789012345678.0123456789',
      '2026-11-01',
      '2026-11',
      '2026-11-01T10:00:00.123Z',
      1.5,
    ],
    ['Ümlaut 漢字 😀\n"x", y', false, 0, 0, -0.5, '2024-02-29', '1999-12', '2026-03-29T00:59:59.999Z', null],
    [null, undefined, null, null, '', '', 'no month', 'soon', null],
  ];
  const bytes = await buffer(streamOf(COLUMNS, rows));
  expect(await engineReads(bytes, '*')).toEqual([
    {
      Publisher: '=1+1',
      'Too few': true,
      Total: 9_007_199_254_740_991,
      'Fraud %': 12.34,
      'Money at risk, EUR': expect.anything(),
      Date: '2026-11-01',
      Month: '2026-11-01',
      ts: expect.stringMatching(/^2026-11-01.10:00:00\.123/),
      ctit_seconds: 1.5,
    },
    expect.objectContaining({
      Publisher: 'Ümlaut 漢字 😀\n"x", y',
      'Too few': false,
      Date: '2024-02-29',
      Month: '1999-12-01',
    }),
    Object.fromEntries(COLUMNS.map(({ label }) => [label, null])),
  ]);
  expect(await engineReads(bytes, 'toString(`Money at risk, EUR`) AS money')).toEqual([
    { money: '123456789012345678.0123456789' },
    { money: '-0.5' },
    { money: null },
  ]);
  const types = COLUMNS.map(({ label }) => `toTypeName(\`${label}\`)`);
  const [of] = await engineReads(bytes, `[${types.join(', ')}] AS types`);
  expect(of).toEqual({
    types: "String Bool Int64 Float64 Decimal(38,_10) Date32 Date32 DateTime64(3,_'UTC') Float64"
      .split(' ')
      .map((type) => `Nullable(${type.replace('_', ' ')})`),
  });
});

it('a Parquet file says among what it holds of itself what it is', async () => {
  const bytes = await buffer(streamOf(COLUMNS, []));
  const { key_value_metadata: said = [], num_rows: rows } = parquetMetadata(Uint8Array.from(bytes).buffer);
  expect(rows).toBe(0n);
  expect(said).toEqual([{ key: 'about', value: expect.stringContaining('filters: publisher = North/Wind') }]);
  expect(await engineReads(bytes, 'count() AS n')).toEqual([{ n: 0 }]);
});

it('rows of a Parquet file are taken as they are read, group by group, and others get a turn in between', async () => {
  let made = 0;
  async function* rows(): AsyncGenerator<Cell[]> {
    for (; made < 100_000; made++) yield [`row ${made}`, made];
  }
  const columns: FileColumn[] = [
    { label: 'name', kind: 'plain' },
    { label: 'n', kind: 'count' },
  ];
  const parts: Buffer[] = [];
  let turns = 0;
  const ticking = setInterval(() => turns++, 1);
  for await (const part of streamOf(columns, rows())) {
    if (parts.length === 0) expect(made).toBeLessThan(20_000);
    parts.push(part);
  }
  clearInterval(ticking);
  expect(turns).toBeGreaterThan(3);
  expect(await engineReads(Buffer.concat(parts), 'count() AS all, sum(n) AS of, uniqExact(name) AS names')).toEqual([
    { all: 100_000, of: (100_000 * 99_999) / 2, names: 100_000 },
  ]);
});

it('a source of a Parquet file that fails at once fails the stream before its first byte', async () => {
  async function* rows(): AsyncGenerator<Cell[]> {
    yield* [];
    throw new Error('the engine said no');
  }
  const stream = streamOf([{ label: 'n', kind: 'count' }], rows());
  await expect(buffer(stream)).rejects.toThrow('the engine said no');
});
