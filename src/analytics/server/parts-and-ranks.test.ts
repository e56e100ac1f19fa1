import { beforeAll, expect, it } from 'vitest';
import { useClickHouse } from '../../../test/support/use-clickhouse.ts';
import type { BoardRow } from '../contract/rows.ts';
import { wilsonInPercent } from '../contract/wilson.ts';
import { type BoardServer, boardServer } from '../testing/board-server.ts';

const clickhouse = useClickHouse();
const CLICK = '/api/v2/web/click/dashboard';
const WEEK = { fromDate: '2024-03-11', toDate: '2024-03-17' };
let server: BoardServer;
let strict: BoardServer;

const clicksOf = (name: string, publisher: string, verdicts: Readonly<Record<string, number>>) =>
  Object.entries(verdicts).flatMap(([verdict, events]) =>
    Array.from({ length: events }, () => ({
      package: name,
      kind: 'click',
      ts: '2024-03-12 12:00:00.000',
      publisher,
      verdict,
    })),
  );

beforeAll(async () => {
  await clickhouse.insert('traffic', [
    ...clicksOf('parts.example', 'alpha', { clean: 5, suspect: 3, fraud: 2, filtered: 4 }),
    ...clicksOf('ranks.example', 'large', { clean: 300, fraud: 60 }),
    ...clicksOf('ranks.example', 'mostly suspect', { clean: 40, suspect: 60 }),
    ...clicksOf('ranks.example', 'small and clean', { clean: 29 }),
    ...clicksOf('ranks.example', 'clean', { clean: 100 }),
    ...clicksOf('ranks.example', 'clean, half as many', { clean: 50 }),
    ...clicksOf('ranks.example', 'internal', { clean: 500, fraud: 500 }),
  ]);
  server = await boardServer(clickhouse, { today: '2024-04-02' });
  strict = await boardServer(clickhouse, { today: '2024-04-02', suspectCountsAs: 'fraud' });
});

type Parameters = Readonly<Record<string, string>>;

async function bodyOf(at: BoardServer, path: string, more: Parameters): Promise<string> {
  const answer = await at.get(`${CLICK}/${path}`, Object.entries({ ...WEEK, ...more }));
  expect(answer.status, answer.body).toBe(200);
  return answer.body;
}

it('suspect events are counted apart when parts are asked for, else as the package says; answer and file say which', async () => {
  const of = { package_name: 'parts.example' };
  const answered = async (at: BoardServer, more: Parameters) => {
    const { data, meta } = JSON.parse(await bodyOf(at, 'total', { ...of, ...more }));
    return { said: meta.suspect_counts_as, total: data.total, parts: [data.clean, data.suspect, data.fraud] };
  };
  const apart = { said: 'apart', total: 10, parts: [5, 3, 2] };
  expect(await answered(strict, { counts: 'parts' })).toEqual(apart);
  expect(await answered(server, { counts: 'parts' })).toEqual(apart);
  expect(await answered(strict, {})).toEqual({ said: 'fraud', total: 10, parts: [5, 3, 5] });
  expect(await answered(server, { counts: 'two' })).toEqual({ said: 'clean', total: 10, parts: [8, 3, 2] });
  const headOf = async (at: BoardServer, more: Parameters) =>
    (await bodyOf(at, 'total/download', { ...of, ...more })).split('\n')[0];
  expect(await headOf(strict, {})).toContain('Total,Clean,Fraud (with suspect),Suspect,');
  expect(await headOf(server, {})).toContain('Total,Clean (with suspect),Fraud,Suspect,');
  expect(await headOf(strict, { counts: 'parts' })).toContain('Total,Clean,Fraud,Suspect,');
});

it('a day that is not over is compared with the same hours of the day before, and the answer says so', async () => {
  const at = (ts: string, publisher = 'alpha') => ({
    package: 'hours.example',
    kind: 'click',
    ts,
    publisher,
    verdict: 'clean',
  });
  await clickhouse.insert('traffic', [
    // Clocks go forward on 31 March: 09:30 is 08:30 UTC before and 07:30 UTC after.
    at('2024-03-30 08:10:00.000'),
    at('2024-03-30 08:20:00.000'),
    at('2024-03-30 08:40:00.000'),
    at('2024-03-30 20:00:00.000', 'evening'),
    at('2024-03-31 07:10:00.000'),
  ]);
  const early = await boardServer(clickhouse, { today: '2024-03-31', now: '2024-03-31T07:30:30Z' });
  const days = { package_name: 'hours.example', counts: 'parts', compare: 'previous' };
  const ask = async (path: string, fromDate: string, toDate: string) =>
    JSON.parse(await bodyOf(early, path, { ...days, fromDate, toDate }));
  const today = await ask('total', '2024-03-31', '2024-03-31');
  expect(today.meta.previous).toEqual({ from: '2024-03-30', to: '2024-03-30', until: '09:30' });
  expect([today.data.total, today.data.previous.total]).toEqual([1, 2]);
  const [row] = (await ask('publisher-wise', '2024-03-31', '2024-03-31')).data;
  expect(row.previous.total).toBe(2);
  const over = await ask('total', '2024-03-30', '2024-03-30');
  expect(over.meta.previous).toEqual({ from: '2024-03-29', to: '2024-03-29' });
});

it('publishers are ranked by the clean share they have at least, and nobody is blamed for nothing; two parts go by count', async () => {
  const of = { package_name: 'ranks.example' };
  const rowsOf = async (path: string, counts: string): Promise<BoardRow[]> =>
    JSON.parse(await bodyOf(server, path, { ...of, counts })).data;
  const named = async (path: string, counts: string) => (await rowsOf(path, counts)).map(({ key }) => key);
  const best = ['clean', 'clean, half as many', 'large', 'mostly suspect'];
  expect(await named('top-publisher/clean', 'parts')).toEqual(best);
  expect(await named('top-publisher/invalid', 'parts')).toEqual(['large']);
  const byCount = ['internal', 'large', 'clean', 'mostly suspect', 'clean, half as many'];
  expect(await named('top-publisher/clean', 'two')).toEqual(byCount);
  const [first] = await rowsOf('top-publisher/clean', 'parts');
  expect(first).toMatchObject({ clean: 100, clean_percentage: 100, clean_high: 100 });
  expect(first?.clean_low).toBeCloseTo(wilsonInPercent(100, 100).low, 1);
});
