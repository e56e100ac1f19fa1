import { expect, test } from 'vitest';
import { useDatabase } from '../../../../test/support/use-database.ts';
import { containing } from './like.ts';

const database = useDatabase();

const finds = async (text: string, within: string): Promise<boolean> => {
  const { rows } = await database.pool.query('SELECT $1::text LIKE $2 AS found', [within, containing(text)]);
  return rows[0].found;
};

test('a text is found wherever it stands, and its signs mean only themselves', async () => {
  for (const within of ['100 %', 'at 100 % of', 'at 100 %']) expect(await finds('100 %', within)).toBe(true);
  expect(await finds('100 %', '100 percent')).toBe(false);
  expect(await finds('a_b', 'xa_by')).toBe(true);
  expect(await finds('a_b', 'acb')).toBe(false);
  expect(await finds('c:\\temp', 'in c:\\temp\\x')).toBe(true);
  expect(await finds('\\', 'nothing')).toBe(false);
  expect(await finds('', 'anything')).toBe(true);
});
