import { beforeAll, expect, it } from 'vitest';
import { sql as statement } from '#platform/server/clickhouse/sql.ts';
import { useApp } from '../../../test/support/use-app.ts';
import { sql } from './sql.ts';

const app = useApp();
beforeAll(async () => {
  const row = { package: 'shop.example', kind: 'click', ts: '2026-11-18 10:00:00.000' };
  const events = ['alpha', 'alpha', 'be"ta', '=1+1'].map((publisher) => ({ ...row, publisher }));
  await app.context.clickhouse.insert('traffic', events);
});

async function asked(query: string, describe = ''): Promise<string[]> {
  const lines: string[] = [];
  const print = { line: (text: string) => void lines.push(text), progress: () => {} };
  expect(await sql.run(app.context, { query, describe, seconds: 30 }, print)).toBe(0);
  return lines;
}

it('an operator asks the stored traffic and has the answer as CSV', async () => {
  const rows = await asked(
    'SELECT publisher, count() AS n FROM traffic GROUP BY publisher ORDER BY n DESC, publisher -- all',
  );
  expect(rows).toEqual(['publisher,n', 'alpha,2', "'=1+1,1", '"be""ta",1']);
  expect(await asked("SELECT 'a;b' AS text, [1, 2] AS list;")).toEqual(['text,list', 'a;b,"[1,2]"']);
});

it('an answer that was cut ends as a failure, after a hundred thousand rows', async () => {
  const lines: string[] = [];
  const print = { line: (text: string) => void lines.push(text), progress: () => {} };
  const ask = (rows: number) =>
    sql.run(app.context, { query: `SELECT number FROM numbers(${rows})`, describe: '', seconds: 30 }, print);
  expect(await ask(100_000)).toBe(0);
  expect(lines.length).toBe(100_001);
  lines.length = 0;
  await expect(ask(100_001)).rejects.toThrow('The answer has more rows: these are the first 100000');
  expect(lines.length).toBe(100_001);
});

it('nothing but reading can be asked', async () => {
  for (const bad of [
    'DROP TABLE traffic',
    'SELECT 1; DROP TABLE traffic',
    'INSERT INTO traffic (package) VALUES (1)',
    'SELECT 1) ; DROP TABLE traffic --',
    'ALTER TABLE traffic DELETE WHERE 1',
    "SELECT 1 INTO OUTFILE '/tmp/adsieve-out'",
  ])
    await expect(asked(bad), bad).rejects.toThrow();
  const [row] = await app.context.clickhouse.query<{ n: number }>(
    statement`SELECT toUInt32(count()) AS n FROM traffic`,
  );
  expect(row?.n).toBe(4);
});

it('tables are listed, and their columns with what they mean', async () => {
  expect((await asked('')).find((line) => line.startsWith('traffic '))).toMatch(/ 4 rows$/);
  const columns = await asked('', 'traffic');
  expect(columns.find((line) => line.startsWith('ip_class '))).toMatch(/String\S*\s+\w+/);
  await expect(asked('', 'nothing')).rejects.toThrow('There is no table nothing');
});
