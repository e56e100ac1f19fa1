import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endpoint } from '#platform/contract/endpoint.ts';
import { fileBody } from '#platform/contract/envelopes.ts';
import { FILE_FORMATS, type FileFormat } from '#platform/contract/file-formats.ts';
import { useClickHouse } from '../../../../test/support/use-clickhouse.ts';
import { jsonLines } from '../clickhouse/json-lines.ts';
import { sql } from '../clickhouse/sql.ts';
import type { Cell } from '../csv.ts';
import type { FileAbout } from '../file-about.ts';
import { fileOf } from '../file-maker.ts';
import { implement } from './implement.ts';
import { createHttpServer } from './server.ts';

const clickhouse = useClickHouse();
const about: FileAbout = {
  what: 'numbers',
  package: { name: 'shop.example', title: 'Shop' },
  from: '2026-11-01',
  to: '2026-11-30',
  timeZone: 'UTC',
  filters: [],
  made: new Date('2026-11-30T14:05:09Z'),
};
const calls = {
  endless: endpoint({
    method: 'GET',
    path: '/api/endless',
    summary: '',
    access: 'public',
    response: fileBody,
    answer: 'file',
  }),
};
let format: FileFormat = 'csv';
let streaming = 0;
const http = await createHttpServer({
  trustProxy: false,
  authenticate: async () => null,
  routes: implement(calls)({
    endless: async ({ signal }) => {
      const question = sql`SELECT number, sleepEachRow(0.0001) AS pause FROM system.numbers SETTINGS max_block_size = 100`;
      const bytes = await clickhouse.stream(question, 'lines', { tag: 'endless', signal });
      return fileOf(format, about, { columns: [{ label: 'n', kind: 'count' }], rows: cells(jsonLines(bytes)) });
    },
  }),
});
beforeAll(() => http.listen({ port: 0, host: '127.0.0.1' }));
afterAll(() => http.close());

async function* cells(rows: AsyncIterable<{ number: number }>): AsyncGenerator<Cell[]> {
  for await (const { number } of rows) {
    streaming++;
    yield [Number(number)];
  }
}

async function running(): Promise<number> {
  const found = await clickhouse.query<{ n: number }>(
    sql`SELECT toUInt32(count()) AS n FROM system.processes WHERE query LIKE '%sleepEachRow(0.0001)%' AND query NOT LIKE '%processes%'`,
  );
  return found[0]?.n ?? 0;
}

it.each(FILE_FORMATS)('a download as %s that is cancelled frees the engine within half a second', async (form) => {
  format = form;
  streaming = 0;
  const { port } = new URL(http.listeningOrigin);
  const socket = connect(Number(port), '127.0.0.1', () => socket.write('GET /api/endless HTTP/1.1\r\nHost: x\r\n\r\n'));
  socket.on('error', () => {});
  while (streaming < 500) await sleep(5);
  expect(await running()).toBe(1);
  socket.destroy();
  const left = performance.now();
  while ((await running()) > 0) await sleep(5);
  expect(performance.now() - left).toBeLessThan(500);
});
