import { Readable } from 'node:stream';
import { readSheet } from 'read-excel-file/node';
import { beforeAll, expect, it } from 'vitest';
import { useClickHouse } from '../../../test/support/use-clickhouse.ts';
import type { BoardRow } from '../contract/rows.ts';
import { type BoardServer, boardServer } from '../testing/board-server.ts';
import { SEED_PACKAGES, SEED_RANGE, SEED_ZONE, seedTraffic, stored } from '../testing/seed-traffic.ts';

const clickhouse = useClickHouse();
const [PACKAGE] = SEED_PACKAGES;
const CLICK = '/api/v2/web/click/dashboard';
let server: BoardServer;

beforeAll(async () => {
  await clickhouse.insert('traffic', seedTraffic().map(stored));
  server = await boardServer(clickhouse, { today: '2024-04-02' });
});

type Parameters = Record<string, string | string[]>;

const get = (path: string, more: Parameters = {}) =>
  server.get(
    path,
    Object.entries({ package_name: PACKAGE, fromDate: SEED_RANGE.from, toDate: SEED_RANGE.to, ...more }).flatMap(
      ([name, value]) => [value].flat().map((each): [string, string] => [name, each]),
    ),
  );

async function json<T>(path: string): Promise<T> {
  const answer = await get(path);
  expect(answer.status, answer.body).toBe(200);
  const parsed: T = JSON.parse(answer.body);
  return parsed;
}

const CALL = `${CLICK}/publisher-wise/download`;
const plain = `${PACKAGE}_${SEED_RANGE.from}_To_${SEED_RANGE.to}`;

it('files of rows begin with a line that says what they are, and go on in their name, only where that is asked for', async () => {
  const more = { publisher: ['alpha', 'beta'] };
  const [usual, said] = [await get(CALL, more), await get(CALL, { ...more, about: 'line' })];
  expect(usual.headers['content-disposition']).toMatch(new RegExp(`"${plain}_[A-Z]+\\.csv"`));
  expect(said.headers['content-disposition']).toMatch(
    new RegExp(`"${plain}_[A-Z]+_\\S+_publisher=alpha\\+beta_2024-04-02T1200Z\\.csv"`),
  );
  const [first, ...rest] = said.body.split('\r\n');
  expect(first).toBe(
    `\uFEFF# Publishers; package ${PACKAGE} (${PACKAGE}); days ${SEED_RANGE.from} to ${SEED_RANGE.to} in ${SEED_ZONE}; times in ${SEED_ZONE}; filters: publisher = alpha or beta; made 2024-04-02T12:00:00.000Z by Adsieve`,
  );
  expect(rest).toEqual(usual.body.replace('\uFEFF', '').split('\r\n'));
});

it('files that are workbooks hold money as numbers, each currency in a column of its own, and days as dates', async () => {
  const sheetOf = async (call: string) => {
    const { bytes, body, status } = await get(`${CLICK}/${call}/download`, { format: 'xlsx' });
    expect(status, body).toBe(200);
    const [head = [], ...rows] = await readSheet(Readable.from(bytes), 'Data');
    return rows.map((row) => Object.fromEntries(head.map((label, at) => [String(label), row[at]])));
  };
  const [sum] = await sheetOf('total');
  const { cost_at_risk = {} } = (await json<{ data: BoardRow }>(`${CLICK}/total`)).data;
  for (const currency of ['EUR', 'USD'])
    expect(sum?.[`Money at risk (with suspect), ${currency}`] ?? sum?.[`Money at risk, ${currency}`]).toBeCloseTo(
      Number(cost_at_risk[currency]),
      6,
    );
  const days = await sheetOf('date-wise');
  const known = (await json<{ data: BoardRow[] }>(`${CLICK}/date-wise`)).data;
  expect(days.map(({ Date: day }) => day)).toEqual(known.map(({ date }) => new Date(`${date}T00:00:00Z`)));
  expect(days.map(({ Total }) => Total)).toEqual(known.map(({ total }) => total));
});
