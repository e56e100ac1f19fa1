import { randomUUID } from 'node:crypto';
import Papa from 'papaparse';
import { beforeAll, describe, expect, it } from 'vitest';
import { SEED_PACKAGES, SEED_RANGE, SEED_ZONE, seedTraffic, stored } from '#analytics/testing/seed-traffic.ts';
import { formatOf } from '#platform/contract/format.ts';
import { NOT_REPORTED } from '#traffic/event/contract/dimensions.ts';
import { keyText } from '#traffic/event/contract/key-text.ts';
import { useApp } from '../../../../test/support/use-app.ts';

const [SHOP] = SEED_PACKAGES;
const app = useApp();
let owner = '';

beforeAll(async () => {
  await app.package({ name: SHOP, platform: 'app', timeZone: SEED_ZONE, currency: 'EUR' });
  owner = await app.signIn({ email: 'owner@files.example', role: 'customer', packages: [SHOP] });
  await app.context.clickhouse.insert(
    'traffic',
    seedTraffic().map((row, at) => ({
      ...stored(row),
      row_id: randomUUID(),
      ctit_seconds: at % 5 === 0 ? null : (at * 37) % 5000,
    })),
  );
});

type Asked = Record<string, string>;
const searchOf = (asked: Asked): string =>
  String(
    new URLSearchParams({
      package_name: SHOP,
      fromDate: SEED_RANGE.from,
      toDate: SEED_RANGE.to,
      limit: '5000',
      ...asked,
    }),
  );

async function fileOf({ limit: _limit, ...asked }: Asked) {
  const search = new URLSearchParams(searchOf(asked));
  search.delete('limit');
  const answer = await app.get(`/api/explore/download?${search}`, owner);
  expect(answer.status, answer.text.slice(0, 300)).toBe(200);
  const lines = Papa.parse<string[]>(answer.text.replace(/^\u{FEFF}/u, ''), { skipEmptyLines: true }).data;
  const said = String(answer.headers['content-disposition']);
  const name = decodeURIComponent(
    (/filename\*=UTF-8''([^;]+)/.exec(said) ?? /filename="([^"]+)"/.exec(said))?.[1] ?? '',
  );
  return { head: lines[0] ?? [], rows: lines.slice(1), name };
}

async function rowsOf(asked: Asked): Promise<Record<string, unknown>[]> {
  const answer = await app.get(`/api/explore?${searchOf(asked)}`, owner);
  expect(answer.status, answer.text.slice(0, 300)).toBe(200);
  return answer.body.data;
}

const said = (key: string, value: unknown): string =>
  keyText(key, String(value), { format: formatOf('en'), language: 'en' }) ?? String(value);

describe('a file of Explore', () => {
  it('says weekdays, hours and steps as the page does, in the order of the page', async () => {
    const asked = { by: 'weekday,hour,ctit_seconds', measures: 'total', sort: 'hour', order: 'asc', kind: 'install' };
    const { rows } = await fileOf(asked);
    const page = await rowsOf(asked);
    expect(rows.length).toBe(page.length);
    const words = page.map((row) =>
      ['weekday', 'hour', 'ctit_seconds'].map((key) => (row[key] === '' ? NOT_REPORTED : said(key, row[key]))),
    );
    expect(rows.map((cells) => cells.slice(0, 3).join(' | ')).sort()).toEqual(words.map((w) => w.join(' | ')).sort());
    const cells = rows.flat();
    for (const text of ['Wednesday', '18:00', '2 minutes – 5 minutes']) expect(cells).toContain(text);
    expect(cells.some((text) => text.includes('..'))).toBe(false);
  });

  it('leaves days and months as spreadsheets know them', async () => {
    const { rows } = await fileOf({ by: 'date,month', measures: 'total' });
    for (const [date, month] of rows) expect(`${date} ${month}`).toMatch(/^\d{4}-\d\d-\d\d \d{4}-\d\d$/);
  });

  it('has the chosen columns in their order and no other', async () => {
    expect((await fileOf({ by: 'publisher', measures: 'fraud,people' })).head).toEqual([
      'Publisher',
      'Fraud',
      'Persons',
    ]);
    expect((await fileOf({ measures: 'fraud_percentage,total' })).head).toHaveLength(2);
    expect((await fileOf({ measures: 'total' })).rows[0]).toEqual([
      String((await rowsOf({ measures: 'total' }))[0]?.['total']),
    ]);
  });

  it('has the numbers of the period it is compared with behind its own', async () => {
    const asked = { by: 'publisher', measures: 'fraud,people', compare: 'previous', fromDate: '2024-03-25' };
    const { head, rows } = await fileOf(asked);
    expect(head).toEqual(['Publisher', 'Fraud', 'Fraud, before', 'Persons', 'Persons, before']);
    const page = await rowsOf(asked);
    const expected = page.map(({ publisher, fraud, previous }) => [
      publisher || NOT_REPORTED,
      String(fraud),
      String((previous as Asked)['fraud']),
    ]);
    // A name that a spreadsheet would take for a formula has a mark before it.
    expect(rows.map(([name = '', ...numbers]) => [name.replace(/^'=/, '='), ...numbers.slice(0, 2)])).toEqual(expected);
    expect(expected.some(([, , earlier]) => Number(earlier) > 0)).toBe(true);
  });

  it('names in its name what was asked and nothing else, and says where the name is cut', async () => {
    const plain = await fileOf({ by: 'publisher', measures: 'total' });
    expect(plain.name).toMatch(/^explore-publisher_[^=]*\.csv$/);
    const narrowed = await fileOf({
      by: 'publisher',
      kind: 'install',
      weekday: '3',
      query: '{"field":"publisher","op":"known"}',
    });
    expect(narrowed.name).toContain('_kind=install_weekday=Wednesday_condition_');
    const long = await fileOf({ by: 'publisher', publisher: 'p'.repeat(190) });
    expect(long.name).toMatch(/p…_[^_]+\.csv$/);
  });
});
