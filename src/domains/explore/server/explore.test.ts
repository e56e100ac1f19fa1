import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  SEED_PACKAGES,
  SEED_RANGE,
  SEED_ZONE,
  type SeedRow,
  seedTraffic,
  stored,
} from '#analytics/testing/seed-traffic.ts';
import { useApp } from '../../../../test/support/use-app.ts';

/** Seconds to install and clicks, some of them unknown, differing by row. */
const seed = seedTraffic().map((row, at) => ({
  ...row,
  ctit_seconds: at % 5 === 0 ? null : (at * 37) % 5000,
  clicks_1h: at % 7 === 0 ? null : at % 60,
  order_break: at % 11 === 0 ? 'install_before_click' : '',
}));
type Row = (typeof seed)[number];
const [SHOP, OTHER] = SEED_PACKAGES;
/** First and last day of a question. */
type Days = { from: string; to: string };
const ALL_DAYS: Days = SEED_RANGE;
const app = useApp();
const tokens = { owner: '', publisher: '', agency: '', stranger: '' };

beforeAll(async () => {
  const packages = [SHOP, OTHER];
  await app.package({ name: SHOP, platform: 'app', timeZone: SEED_ZONE, currency: 'EUR' });
  await app.package({ name: OTHER, platform: 'web', timeZone: SEED_ZONE, currency: 'EUR' });
  await app.package({ name: 'elsewhere.example' });
  const person = (email: string, role: string, more: object = {}) =>
    app.signIn({ email: `${email}@explore.example`, role, packages, ...more });
  tokens.owner = await person('owner', 'customer');
  tokens.publisher = await person('pub', 'publisher', { publishers: ['alpha', 'gamma, inc'] });
  tokens.agency = await person('agency', 'agency', { vendors: ['river'] });
  tokens.stranger = await person('stranger', 'customer', { packages: ['elsewhere.example'] });
  await app.context.clickhouse.insert(
    'traffic',
    seed.map((row) => {
      const { ctit_seconds, clicks_1h, order_break, ...event } = row;
      return { ...stored(event), row_id: randomUUID(), ctit_seconds, clicks_1h, order_break };
    }),
  );
});

type Asked = Record<string, string | string[]>;
interface Answer {
  data: Record<string, unknown>[];
  totals: Record<string, unknown> | null;
  total: number;
  Total_pages: number;
}

const addressOf = (asked: Asked, range = ALL_DAYS): string =>
  String(
    new URLSearchParams(
      Object.entries({ package_name: SHOP, fromDate: range.from, toDate: range.to, ...asked }).flatMap(
        ([name, value]) => [value].flat().map((each) => [name, each] as [string, string]),
      ),
    ),
  );
const get = (asked: Asked, who: keyof typeof tokens = 'owner', range = ALL_DAYS) =>
  app.get(`/api/explore?${addressOf(asked, range)}`, tokens[who]);

async function answerOf(asked: Asked, who: keyof typeof tokens = 'owner', range = ALL_DAYS): Promise<Answer> {
  const answer = await get(asked, who, range);
  expect(answer.status, answer.text.slice(0, 400)).toBe(200);
  return answer.body as Answer;
}

const counted = (of: string, range = ALL_DAYS): Row[] =>
  seed.filter(
    (row) => row.package === of && row.verdict !== 'filtered' && row.day >= range.from && row.day <= range.to,
  );

/** An independent count: rows of the seed by any text of them. */
function tally(rows: readonly Row[], keyOf: (row: Row) => string): Record<string, { total: number; fraud: number }> {
  const sums = new Map<string, { total: number; fraud: number }>();
  for (const row of rows) {
    const sum = sums.get(keyOf(row)) ?? { total: 0, fraud: 0 };
    sums.set(keyOf(row), { total: sum.total + 1, fraud: sum.fraud + Number(row.verdict === 'fraud') });
  }
  return Object.fromEntries(sums);
}
const tallyOf = (rows: Answer['data'], keys: readonly string[]) =>
  Object.fromEntries(
    rows.map((row) => [keys.map((key) => row[key]).join('|'), { total: row['total'], fraud: row['fraud'] }]),
  );

const clock = (format: Intl.DateTimeFormatOptions) => {
  const made = new Intl.DateTimeFormat('en-GB', { timeZone: SEED_ZONE, ...format });
  return (row: Pick<SeedRow, 'ts'>): string => made.format(new Date(`${row.ts.replace(' ', 'T')}Z`));
};
const hourOf = clock({ hour: '2-digit', hourCycle: 'h23' });
const weekdayOf = clock({ weekday: 'short' });
const WEEKDAYS = ['', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const installDay = new Intl.DateTimeFormat('en-CA', { timeZone: SEED_ZONE });
const msOf = (time: string): number => Date.parse(`${time.replace(' ', 'T')}Z`);

describe('Explore counts events', () => {
  it.each([SHOP, OTHER])('of %s by three keys as an independent count does, page by page', async (packageName) => {
    const keys = ['publisher', 'kind', 'verdict'];
    const expected = tally(counted(packageName), (row) => `${row.publisher}|${row.kind}|${row.verdict}`);
    const rows: Answer['data'] = [];
    let pages = 1;
    for (let page = 1; page <= pages; page++) {
      const answer = await answerOf({ package_name: packageName, by: keys, limit: '50', page: String(page) });
      expect(answer.total).toBe(Object.keys(expected).length);
      pages = answer.Total_pages;
      rows.push(...answer.data);
    }
    expect(pages).toBe(Math.ceil(Object.keys(expected).length / 50));
    expect(tallyOf(rows, keys)).toEqual(expected);
  });

  it('by hour and weekday of the package, the day the clocks change among them', async () => {
    const rows = counted(SHOP);
    const { data } = await answerOf({ by: 'weekday,hour' });
    expect(tallyOf(data, ['weekday', 'hour'])).toEqual(
      tally(rows, (row) => `${WEEKDAYS.indexOf(weekdayOf(row))}|${hourOf(row)}`),
    );
  });

  it('by cohort of the install day, and by days after it', async () => {
    const rows = counted(SHOP);
    const { data } = await answerOf({ by: 'install_date', limit: '5000' });
    expect(tallyOf(data, ['install_date'])).toEqual(tally(rows, (row) => installDay.format(msOf(row.install_time))));
    const age = await answerOf({ by: 'days_after_install' });
    const first = [0, 1, 2, 3, 4, 5, 10];
    const stepOf = (row: Row): string => {
      const days = Math.floor((msOf(row.ts) - msOf(row.install_time)) / 86_400_000);
      return String(first.findLast((from) => from <= days));
    };
    expect(tallyOf(age.data, ['days_after_install'])).toEqual(tally(rows, stepOf));
  });

  it('by facts, numbers in steps and the unknown apart, and tells the middle of a number', async () => {
    const rows = counted(SHOP);
    const { data } = await answerOf({ by: 'clicks_1h,order_break' });
    const steps = [0, 1, 2, 3, 4, 5, 10, 20, 50];
    const stepOf = ({ clicks_1h: clicks }: Row): string =>
      clicks === null ? '' : String(steps.findLast((from) => from <= clicks));
    expect(tallyOf(data, ['clicks_1h', 'order_break'])).toEqual(
      tally(rows, (row) => `${stepOf(row)}|${row.order_break}`),
    );
    const middles = await answerOf({ by: 'kind', measures: 'total,median_ctit_seconds,people' });
    for (const row of middles.data) {
      const own = rows.filter(({ kind }) => kind === row['kind']);
      const known = own.flatMap(({ ctit_seconds }) => ctit_seconds ?? []).sort((a, b) => a - b);
      const middle = known[Math.floor(known.length / 2)] ?? 0;
      expect(Math.abs(Number(row['median_ctit_seconds']) - middle)).toBeLessThan(150);
      expect(row['people']).toBe(new Set(own.map(({ person }) => person)).size);
    }
    const all = new Set(rows.map(({ person }) => person)).size;
    expect(middles.totals?.['people']).toBe(all);
  });

  it('and a number leads to exactly the events it counts, by every key alone', async () => {
    const asked = { query: JSON.stringify({ field: 'clicks_1h', op: 'gte', value: 3 }), kind: ['install', 'click'] };
    for (const key of [
      'hour',
      'weekday',
      'week',
      'month',
      'install_week',
      'ctit_seconds',
      'order_break',
      'publisher',
    ]) {
      const { data } = await answerOf({ ...asked, by: key });
      expect(data.length, key).toBeGreaterThan(1);
      for (const row of data.slice(0, 4)) {
        const value = row[key] === '' ? '(not reported)' : String(row[key]);
        const narrowed = addressOf({ ...asked, [key]: [value, value], verdict: ['clean', 'suspect', 'fraud'] });
        const events = await app.get(`/api/traffic/events?${narrowed}&limit=1`, tokens.owner);
        expect([key, value, (events.body as { total: number }).total]).toEqual([key, value, row['total']]);
      }
    }
  });

  it('of chosen kinds, with filters, exclusions and a condition, and none of another package', async () => {
    const rows = counted(SHOP).filter(
      (row) =>
        row.kind === 'install' && row.publisher !== 'alpha' && row.campaign === 'spring' && (row.clicks_1h ?? -1) > 9,
    );
    const answer = await answerOf({
      kind: 'install',
      campaign: 'spring',
      not: 'publisher:alpha',
      query: JSON.stringify({ field: 'clicks_1h', op: 'gt', value: 9 }),
      by: 'publisher',
      measures: 'total,fraud',
    });
    expect(tallyOf(answer.data, ['publisher'])).toEqual(tally(rows, ({ publisher }) => publisher));
    expect(answer.totals?.['total']).toBe(rows.length);
  });

  it('beside the period before, for exactly the rows that are shown', async () => {
    const range = { from: '2024-03-25', to: '2024-03-28' };
    const before = tally(
      counted(SHOP, { from: '2024-03-21', to: '2024-03-24' }),
      (row) => `${row.kind}|${hourOf(row)}`,
    );
    const { data } = await answerOf({ by: 'kind,hour', compare: 'previous', limit: '40' }, 'owner', range);
    expect(data.length).toBe(40);
    for (const row of data) {
      const previous = row['previous'] as Record<string, number>;
      expect(previous['total']).toBe(before[`${row['kind']}|${row['hour']}`]?.total ?? 0);
    }
    const dated = await get({ by: 'date', compare: 'previous' });
    expect([dated.status, dated.body.told.code]).toEqual([422, 'explore_no_comparison']);
  });

  it('ordered by any measure or key, either way', async () => {
    const { data: most } = await answerOf({ by: 'publisher', sort: 'fraud_percentage' });
    const shares = most.map((row) => Number(row['fraud_percentage']));
    expect(shares).toEqual([...shares].sort((a, b) => b - a));
    const { data: named } = await answerOf({ by: 'hour', sort: 'hour' });
    expect(named.map((row) => row['hour'])).toEqual([...named.map((row) => String(row['hour']))].sort());
    const { data: last } = await answerOf({ by: 'hour', sort: 'hour', order: 'desc' });
    expect(last.map((row) => row['hour'])).toEqual(named.map((row) => row['hour']).reverse());
    const unknown = await get({ by: 'hour', sort: 'weekday' });
    expect([unknown.status, unknown.body.told.code]).toEqual([422, 'explore_sort_unknown']);
  });

  it('as one row where no key is named', async () => {
    const { data, total } = await answerOf({ measures: 'total,filtered,spend' });
    expect([data.length, total, data[0]?.['total']]).toEqual([1, 1, counted(SHOP).length]);
    expect(data[0]?.['filtered']).toBe(
      seed.filter(
        (row) =>
          row.package === SHOP && row.verdict === 'filtered' && row.day >= SEED_RANGE.from && row.day <= SEED_RANGE.to,
      ).length,
    );
  });
});

describe('Explore keeps to its scope', () => {
  it('a publisher and an agency see their own alone, in rows and sums', async () => {
    const own = counted(SHOP).filter(({ publisher }) => ['alpha', 'gamma, inc'].includes(publisher));
    const theirs = await answerOf({ by: 'publisher,hour', limit: '5000' }, 'publisher');
    expect(tallyOf(theirs.data, ['publisher', 'hour'])).toEqual(tally(own, (row) => `${row.publisher}|${hourOf(row)}`));
    expect(theirs.totals?.['total']).toBe(own.length);
    const river = counted(SHOP).filter(({ vendor }) => vendor === 'river');
    expect((await answerOf({ by: 'vendor' }, 'agency')).data.map((row) => [row['vendor'], row['total']])).toEqual([
      ['river', river.length],
    ]);
  });

  it('a publisher learns nothing of facts, neither as a key nor as a filter nor by a condition', async () => {
    for (const asked of [
      { by: 'ctit_seconds' },
      { by: 'publisher', clicks_1h: '5' },
      { by: 'publisher', query: '{"field":"device_id","op":"startsWith","value":"a"}' },
      { by: 'publisher', measures: 'total,median_ctit_seconds' },
    ])
      expect([asked, (await get(asked, 'publisher')).status]).toEqual([asked, 403]);
    const values = `/api/traffic/events/values?${addressOf({ field: 'ctit_seconds' })}`;
    expect((await app.get(values, tokens.publisher)).status).toBe(403);
  });

  it('refuses a foreign package and publishers that are not named to somebody', async () => {
    expect((await get({ by: 'publisher' }, 'stranger')).status).toBe(403);
    expect((await get({ by: 'hour', publisher: 'beta' }, 'publisher')).status).toBe(403);
  });
});

describe('Explore refuses what it cannot answer', () => {
  it('says which part is wrong', async () => {
    for (const [field, asked] of [
      ['by', { by: 'nothing' }],
      ['by', { by: 'hour,kind,publisher,verdict' }],
      ['by', { by: Array.from({ length: 400 }, (_, at) => `fact_${at}`) }],
      ['measures', { measures: 'nothing' }],
      ['measures', { measures: '__proto__' }],
      ['limit', { limit: '0' }],
      ['limit', { limit: '10000' }],
      ['hour', { hour: Array.from({ length: 5000 }, () => '1') }],
    ] as [string, Asked][]) {
      const answer = await get(asked);
      expect([asked, [400, 422].includes(answer.status)]).toEqual([asked, true]);
      if (answer.status === 400) expect(answer.body.field).toBe(field);
    }
    expect((await get({ by: 'hour' }, 'owner', { from: '2024-04-02', to: '2024-03-11' })).status).toBe(422);
  });

  it('a page beyond the end is empty and still says how many rows there are', async () => {
    const answer = await answerOf({ by: 'hour', page: '9', limit: '24' });
    expect([answer.data, answer.total]).toEqual([[], 24]);
  });
});
