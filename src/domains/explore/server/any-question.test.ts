import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { ASKED_MEASURES } from '#analytics/contract/explore-measures.ts';
import { SEED_PACKAGES, SEED_RANGE, SEED_ZONE, seedTraffic, stored } from '#analytics/testing/seed-traffic.ts';
import { COMPARED } from '#domains/explore/contract/explore-endpoints.ts';
import type { Condition } from '#platform/contract/condition.ts';
import { operatorsOf } from '#platform/contract/condition-check.ts';
import { addDays } from '#platform/contract/date-range.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { EVENT_ROW_FIELDS } from '#traffic/event/contract/fields.ts';
import { KEY_NAMES } from '#traffic/event/contract/keys.ts';
import { sample, seedOf } from '../../../../test/support/sample.ts';
import { useApp } from '../../../../test/support/use-app.ts';

/** Questions nobody foresaw, drawn at random: whatever is asked is answered or refused in words, in time. */
const ALL = 10_000;
const FEW = 60;
const MOST_MS = 15_000;
const AT_ONCE = 4;

const app = useApp();
const [SHOP] = SEED_PACKAGES;
const tokens: string[] = [];
const rows = seedTraffic().map((row, at) => ({
  ...row,
  ctit_seconds: at % 5 === 0 ? null : (at * 37) % 5000,
  clicks_1h: at % 7 === 0 ? null : at % 60,
}));

beforeAll(async () => {
  for (const name of SEED_PACKAGES) await app.package({ name, platform: 'app', timeZone: SEED_ZONE, currency: 'EUR' });
  const packages = [...SEED_PACKAGES];
  tokens.push(
    await app.signIn({ email: 'all@any.example', role: 'customer', packages }),
    await app.signIn({ email: 'pub@any.example', role: 'publisher', packages, publishers: ['alpha', 'gamma, inc'] }),
  );
  await app.context.clickhouse.insert(
    'traffic',
    rows.map(({ ctit_seconds, clicks_1h, ...event }) => ({
      ...stored(event),
      row_id: randomUUID(),
      ctit_seconds,
      clicks_1h,
    })),
  );
});

/** Numbers of one question, the same for the same seed (mulberry32). */
function drawsOf(seed: number) {
  let state = seed;
  const below = (most: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % most;
  };
  const one = <T>(values: readonly T[]): T => {
    const found = values[below(values.length)];
    if (found === undefined) throw new Error('Nothing to draw from');
    return found;
  };
  const some = <T>(values: readonly T[], most: number): T[] =>
    Array.from({ length: below(most + 1) }, () => one(values));
  return { below, one, some, chance: (in100: number) => below(100) < in100 };
}
type Draws = ReturnType<typeof drawsOf>;

const ODD = ['(not reported)', '__proto__', '=cmd()', '<script>', "it's", 'a,b', '🦊', 'עברית', '%', '-1', '0', '13'];
const PARTS: readonly (keyof (typeof rows)[number])[] = ['publisher', 'campaign', 'vendor', 'reason', 'kind'];

/** A value that may be there: of a stored event, or nothing anybody expects. */
const valueFor = (draws: Draws, key: string): string => {
  const row: Record<string, unknown> = draws.one(rows);
  const value = row[key] ?? row[draws.one(PARTS)];
  return draws.chance(70) && value !== undefined && value !== '' ? String(value) : draws.one(ODD);
};

function conditionOf(draws: Draws, depth: number): Condition {
  if (depth > 0 && draws.chance(50)) {
    const parts = Array.from({ length: 1 + draws.below(3) }, () => conditionOf(draws, depth - 1));
    const [first = conditionOf(draws, 0)] = parts;
    return draws.one<Condition>([{ all: parts }, { any: parts }, { not: first }]);
  }
  const name = draws.one(Object.keys(EVENT_ROW_FIELDS));
  const type = EVENT_ROW_FIELDS[name]?.valueType ?? 'string';
  const op = draws.one(operatorsOf(type));
  const literal =
    type === 'number' || type === 'datetime' ? draws.below(5000) : type === 'boolean' ? true : valueFor(draws, name);
  if (op === 'known' || op === 'unknown') return { field: name, op };
  if (op === 'in' || op === 'notIn') return { field: name, op, values: [literal] };
  if (op === 'inNetwork') return { field: name, op, values: ['10.0.0.0/8'] };
  return { field: name, op, value: literal } as Condition;
}

interface Any {
  who: number;
  params: [string, string][];
  limit: number;
  summed: boolean;
}

function questionAt(at: number): Any {
  const draws = drawsOf(seedOf(`any question ${at}`));
  const by = [...new Set(draws.some(KEY_NAMES, 3))];
  const measures = [...new Set(draws.some(ASKED_MEASURES, 12))];
  const first = draws.below(20);
  const from = addDays(SEED_RANGE.from, first);
  const params: [string, string][] = [
    ['package_name', draws.one(SEED_PACKAGES)],
    ['fromDate', from],
    ['toDate', addDays(from, draws.below(22))],
  ];
  if (by.length > 0) params.push(['by', by.join()]);
  if (measures.length > 0) params.push(['measures', measures.join()]);
  for (const key of draws.some(KEY_NAMES, 3)) params.push([key, valueFor(draws, key)]);
  if (draws.chance(30)) params.push(['not', `publisher:${valueFor(draws, 'publisher')}`]);
  if (draws.chance(40)) params.push(['query', JSON.stringify(conditionOf(draws, 3))]);
  if (draws.chance(40)) params.push(['sort', draws.one([...by, ...measures, 'total', 'nothing'])]);
  if (draws.chance(40)) params.push(['order', draws.one(['asc', 'desc'])]);
  if (draws.chance(25)) params.push(['compare', draws.one(COMPARED)]);
  return { who: draws.chance(80) ? 0 : 1, params, limit: draws.one([1, 7, 50, 500, 5000]), summed: by.length > 0 };
}

interface Answer {
  data: { total: number }[];
  totals: { total: number } | null;
  total: number;
  Total_pages: number;
}

async function asked({ who, params }: Any, page: number, limit: number): Promise<{ status: number; body: Answer }> {
  const search = new URLSearchParams([...params, ['page', String(page)], ['limit', String(limit)]]);
  const began = Date.now();
  const { status, body, text } = await app.get(`/api/explore?${search}`, tokens[who] ?? '');
  expect(status, `${search} answered ${text.slice(0, 300)}`).toBeLessThan(500);
  expect(Date.now() - began, String(search)).toBeLessThan(MOST_MS);
  return { status, body };
}

/** Asks all its pages, where they are not too many. Whether it was answered, and not refused. */
async function holds(question: Any): Promise<boolean> {
  const first = await asked(question, 1, question.limit);
  if (first.status !== 200) return false;
  const limit = first.body.Total_pages > 4 ? 5000 : question.limit;
  const answers = limit === question.limit ? [first.body] : [(await asked(question, 1, limit)).body];
  const pages = answers[0]?.Total_pages ?? 0;
  for (let page = 2; page <= pages; page++) answers.push((await asked(question, page, limit)).body);
  const found = answers.flatMap(({ data }) => data);
  const said = JSON.stringify(question.params);
  if (!question.summed) return true;
  expect(found.length, said).toBe(first.body.total);
  const sum = found.reduce((all, { total }) => all + total, 0);
  expect([said, sum]).toEqual([said, first.body.totals?.total ?? 0]);
  return true;
}

it('any question is answered in time or refused in words, and its pages add up to its sums', {
  timeout: 7_200_000,
}, async () => {
  const places = sample(
    'questions',
    Array.from({ length: ALL }, (_, at) => at),
    FEW,
  );
  const waiting = [...places];
  const answered: boolean[] = [];
  const work = async (): Promise<void> => {
    for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) answered.push(await holds(questionAt(at)));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  expect(answered).toHaveLength(places.length);
  // Enough of them say something: a test of refusals alone would prove nothing.
  expect(answered.filter(Boolean).length).toBeGreaterThan(places.length / 3);
});

const answered = async (asked: Record<string, string>): Promise<Answer> => {
  const all = { package_name: SHOP, fromDate: SEED_RANGE.from, toDate: SEED_RANGE.to, by: 'kind', ...asked };
  const { status, body, text } = await app.get(`/api/explore?${new URLSearchParams(all)}`, tokens[0] ?? '');
  expect(status, text.slice(0, 300)).toBe(200);
  return body as Answer;
};

it('draws questions about rows there are', async () => {
  expect((await answered({})).total).toBeGreaterThan(1);
});

it('a condition may be on what is counted too, since no measure has the name of a column', async () => {
  const above = async (value: number): Promise<number> => {
    const query = JSON.stringify({ field: 'revenue', op: 'gt', value });
    const { data } = await answered({ measures: 'total,reported_revenue', query });
    return data.reduce((sum, { total }) => sum + total, 0);
  };
  const all = (await answered({})).totals?.total;
  expect(all).toBeGreaterThan(1000);
  expect([await above(-1), await above(0)]).toEqual([all, 0]);
  const found = await app.context.clickhouse.query<{ name: string }>(
    sql`SELECT name FROM system.columns WHERE table = 'traffic'`,
    { tag: 'test' },
  );
  const columns = new Set(found.map(({ name }) => name));
  expect(columns.size).toBeGreaterThan(50);
  expect(ASKED_MEASURES.filter((name) => columns.has(name) || Object.hasOwn(EVENT_ROW_FIELDS, name))).toEqual([]);
});
