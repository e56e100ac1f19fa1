import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TodayAnswer } from '#domains/today/contract/endpoints.ts';
import type { Sentence } from '#domains/today/contract/sentences.ts';
import { addDays } from '#platform/contract/date-range.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { TEST_NOW, useApp } from '../../../../test/support/use-app.ts';
import { type Planted, plantedTraffic } from '../testing/planted-traffic.ts';

const app = useApp();
const OWN = 'own.example';
const OTHER = 'other.example';
const DAY = '2026-11-20';
const people = { owner: '', publisher: '', agency: '', stranger: '', admin: '' };
let planted: Record<string, Planted[]> = {};

beforeAll(async () => {
  for (const name of [OWN, OTHER, 'empty.example', 'old.example'])
    await app.package({ name, timeZone: 'Asia/Kolkata' });
  const packages = [OWN, OTHER, 'empty.example', 'old.example'];
  const sign = (name: keyof typeof people, role: string, more = {}) =>
    app.signIn({ email: `${name}@own.example`, role, name, packages, ...more });
  people.owner = await sign('owner', 'customer');
  people.publisher = await sign('publisher', 'publisher', { publishers: ['Steady'] });
  people.agency = await sign('agency', 'agency', { vendors: ['North'] });
  people.stranger = await sign('stranger', 'customer', { packages: [OTHER] });
  people.admin = await sign('admin', 'admin');
  planted = { [OWN]: plantedTraffic(OWN, DAY, 3), [OTHER]: plantedTraffic(OTHER, DAY, 11) };
  await app.context.clickhouse.command(sql`TRUNCATE TABLE traffic`);
  for (const rows of Object.values(planted)) await app.context.clickhouse.insert('traffic', rows);
}, 120_000);
beforeEach(async () => {
  app.clock.set(TEST_NOW);
  // A day's clock is moved on in a moment: nobody was idle.
  await app.context.database.pool.query("UPDATE session SET last_seen_at = '2026-11-21T00:00:00Z'");
});

const ask = (name: string, token: string, since = 'week') =>
  app.get(`/api/today?package_name=${name}&since=${since}`, token);
const told = async (name = OWN, token = people.owner, since = 'week'): Promise<TodayAnswer> =>
  (await ask(name, token, since)).body.data;
const saying = (answer: TodayAnswer, says: Sentence['says']): Sentence => {
  const found = answer.sentences.find((sentence) => sentence.says === says);
  if (!found) throw new Error(`${says} is not said, but ${answer.sentences.map((one) => one.says)}`);
  return found;
};
const number = ({ values }: Sentence, name: string): unknown => values[name]?.value;
/** What the list of events counts at the address of a proof that leads to it. */
async function listed(proof: string, token: string): Promise<number> {
  const { pathname, searchParams } = new URL(proof, 'http://x');
  expect(pathname).toBe('/traffic/events');
  for (const [ours, theirs] of [
    ['package', 'package_name'],
    ['from', 'fromDate'],
    ['to', 'toDate'],
  ] as const) {
    searchParams.set(theirs, searchParams.get(ours) ?? '');
    searchParams.delete(ours);
  }
  return (await app.get(`/api/traffic/events?${searchParams}&limit=1`, token)).body.total;
}

const dayOf = ({ ts }: Planted): string => ts.slice(0, 10);
const own = (name: string, from: string, to: string): Planted[] =>
  (planted[name] ?? []).filter((row) => dayOf(row) >= from && dayOf(row) <= to && row.verdict !== 'filtered');

describe.each([OWN, OTHER])('what is told of %s', (name) => {
  it('is counted over its own days: traffic and fraud of as many days before, up to the same time of day', async () => {
    const answer = await told(name);
    expect(answer).toMatchObject({
      days: { from: '2026-11-14', to: DAY },
      before: { from: '2026-11-07', to: '2026-11-13' },
    });
    const sentence = saying(answer, 'traffic');
    const now = own(name, '2026-11-14', DAY);
    const before = own(name, '2026-11-07', '2026-11-13').filter(({ ts }) => ts < '2026-11-13 12:00:00');
    expect(number(sentence, 'n')).toBe(now.length);
    expect(number(sentence, 'before')).toBe(before.length);
    const share = (rows: Planted[]) => rows.filter(({ verdict }) => verdict === 'fraud').length / rows.length;
    expect(number(sentence, 'share')).toBeCloseTo(share(now), 9);
    expect(number(sentence, 'before_share')).toBeCloseTo(share(before), 9);
    expect(sentence.proof).toContain(`/web/dashboard/click?package=${name}&from=2026-11-14&to=${DAY}&compare=previous`);
    const [points] = sentence.picture?.kind === 'line' ? [sentence.picture.points] : [[]];
    expect(points.slice(-7).reduce((sum, n) => sum + n, 0)).toBe(now.length);
  });

  it('names the source that began in these days, and its proof counts the same events', async () => {
    const sentence = saying(await told(name), 'new_source');
    const rows = own(name, '2026-11-14', DAY).filter(({ publisher }) => publisher === 'Fresh');
    expect([number(sentence, 'source'), number(sentence, 'n')]).toEqual([['Fresh / f1'], rows.length]);
    expect(await listed(sentence.proof, people.owner)).toBe(rows.length);
  });

  it('names the reason that rises and no other: the share of another is as it was, a third is chance', async () => {
    const found = (await told(name)).sentences.filter(({ says }) => says === 'rising');
    expect(found.map((sentence) => number(sentence, 'reason'))).toEqual(['net.datacenter']);
    const [sentence] = found;
    if (!sentence) throw new Error('Nothing rises');
    const rows = own(name, '2026-11-14', DAY).filter(({ reason }) => reason === 'net.datacenter');
    expect(number(sentence, 'n')).toBe(rows.length);
    expect(await listed(sentence.proof, people.owner)).toBe(rows.length);
  });

  it('names the day that is as good as missing, with what is usual for its weekday', async () => {
    const sentence = saying(await told(name), 'missing_day');
    const of = (day: string) => (planted[name] ?? []).filter((row) => dayOf(row) === day).length;
    expect([number(sentence, 'day'), number(sentence, 'n')]).toEqual(['2026-11-17', of('2026-11-17')]);
    const weeks = [7, 14, 21, 28].map((back) => of(addDays('2026-11-17', -back))).sort((a, b) => a - b);
    expect(number(sentence, 'usual')).toBe(Math.round(((weeks[1] ?? 0) + (weeks[2] ?? 0)) / 2));
    expect(await listed(sentence.proof, people.owner)).toBe(of('2026-11-17'));
  });

  it('says what fraud cost, against as many days before', async () => {
    const sentence = saying(await told(name), 'money');
    const cost = (rows: Planted[]) =>
      rows.filter(({ verdict }) => verdict === 'fraud').reduce((sum, row) => sum + Number(row.cost), 0);
    const amount = (value: string): number => {
      const said = sentence.values[value];
      return said?.as === 'money' ? Number(said.value['USD']) : Number.NaN;
    };
    expect(amount('risk')).toBeCloseTo(cost(own(name, '2026-11-14', DAY)), 6);
    const before = own(name, '2026-11-07', '2026-11-13').filter(({ ts }) => ts < '2026-11-13 12:00:00');
    expect(amount('before')).toBeCloseTo(cost(before), 6);
  });

  it('says up to when there are data', async () => {
    const newest =
      (planted[name] ?? [])
        .map(({ ts }) => ts)
        .sort()
        .at(-1) ?? '';
    expect(number(saying(await told(name), 'data_until'), 'at')).toBe(new Date(`${newest}Z`).toISOString());
  });
});

it('of kinds that nobody usually pays for, the one of most events is told', async () => {
  const [row] = planted[OWN] ?? [];
  const event = (kind: string) => ({ ...row, package: 'kinds.example', kind, row_id: crypto.randomUUID() });
  await app.package({ name: 'kinds.example', timeZone: 'Asia/Kolkata' });
  const rows = ['re_click', 'web_event', 'web_event', 're_event'].map((kind) => ({
    ...event(kind),
    ts: `${DAY} 08:00:00.000`,
    received_at: `${DAY} 08:00:00`,
  }));
  await app.context.clickhouse.insert('traffic', rows);
  const sentence = saying(await told('kinds.example', people.admin), 'traffic_first');
  expect([number(sentence, 'kind'), number(sentence, 'n')]).toEqual(['web_event', 2]);
});

describe('who is told', () => {
  it('a publisher hears of own traffic only, and nothing about the package as a whole', async () => {
    const answer = await told(OWN, people.publisher);
    const rows = own(OWN, '2026-11-14', DAY).filter(({ publisher }) => publisher === 'Steady');
    expect(number(saying(answer, 'traffic'), 'n')).toBe(rows.length);
    expect(answer.sentences.map(({ about }) => about)).not.toContain('new_sources');
    expect(JSON.stringify(answer)).not.toContain('Fresh');
    const closed = ['watched', 'sweeps', 'changes', 'imports', 'rules'];
    expect(answer.sentences.filter(({ about }) => closed.includes(about))).toEqual([]);
  });

  it('an agency hears of its vendors', async () => {
    const rows = own(OWN, '2026-11-14', DAY).filter(({ vendor }) => vendor === 'North');
    expect(rows.length).toBeLessThan(own(OWN, '2026-11-14', DAY).length);
    expect(number(saying(await told(OWN, people.agency), 'traffic'), 'n')).toBe(rows.length);
  });

  it('nobody hears of a package of others, nor visits it', async () => {
    expect((await ask(OWN, people.stranger)).status).toBe(403);
    const visit = { token: people.stranger, body: { package_name: OWN } };
    expect((await app.call('POST', '/api/today/visit', visit)).status).toBe(403);
    const nowhere = { token: people.admin, body: { package_name: 'nowhere.example' } };
    expect((await app.call('POST', '/api/today/visit', nowhere)).status).toBe(404);
  });

  it('who has not the page of a proof is not told what it proves', async () => {
    const token = await app.signIn({ email: 'narrow@own.example', role: 'customer', packages: [OWN] });
    await app.context.database.pool.query(
      `UPDATE user_package SET menu = '{today}' WHERE user_id = (SELECT id FROM app_user WHERE email = 'narrow@own.example')`,
    );
    expect((await told(OWN, token)).sentences).toEqual([]);
    expect((await told(OWN, people.owner)).sentences.length).toBeGreaterThan(4);
  });
});

describe('a visit', () => {
  const visit = (token = people.admin, name = OWN) =>
    app.call('POST', '/api/today/visit', { token, body: { package_name: name } });
  const at = async (token = people.admin, name = OWN) => {
    const { at: since, first_visit } = await told(name, token, 'visit');
    return first_visit ? 'first' : since;
  };

  it('goes on through reloads, and ends with half an hour of absence: then what came since its end is new', async () => {
    expect(await at()).toBe('first');
    expect((await visit()).status).toBe(200);
    app.clock.advance(29 * 60_000);
    expect(await at()).toBe('first');
    await visit();
    app.clock.advance(29 * 60_000);
    await visit();
    expect(await at()).toBe('first');
    app.clock.advance(30 * 60_000);
    const end = new Date(Date.parse(TEST_NOW) + 58 * 60_000).toISOString();
    expect(await at()).toBe(end);
    await visit();
    expect(await at()).toBe(end);
    app.clock.advance(10 * 60_000);
    await visit();
    expect(await at()).toBe(end);
  });

  it('is of one person and one package', async () => {
    app.clock.advance(3_600_000);
    await visit(people.owner);
    app.clock.advance(3_600_000);
    expect(await at(people.owner)).toBe(new Date(Date.parse(TEST_NOW) + 3_600_000).toISOString());
    expect(await at(people.owner, OTHER)).toBe('first');
    expect(await at(people.agency)).toBe('first');
  });
});

describe('without news', () => {
  it('a package without any event has nothing to tell', async () => {
    expect(await told('empty.example')).toMatchObject({ has_data: false, sentences: [] });
  });

  it('what was there at the last visit is no news: only up to when data reach is said', async () => {
    app.clock.advance(3_600_000);
    await app.call('POST', '/api/today/visit', { token: people.publisher, body: { package_name: OWN } });
    app.clock.advance(3_600_000);
    const calm = await told(OWN, people.publisher, 'visit');
    expect(calm.sentences.map(({ says }) => says)).toEqual(['data_until']);
    const whole = await told(OWN, people.publisher, 'yesterday');
    expect(whole.sentences.map(({ says }) => says)).toContain('traffic');
  });

  it('data that ended long ago say so with their day, and events of the future are told apart', async () => {
    const [row] = planted[OWN] ?? [];
    await app.context.clickhouse.insert('traffic', [
      { ...row, package: 'old.example', row_id: crypto.randomUUID(), ts: '2026-03-02 10:00:00.000' },
      { ...row, package: 'old.example', row_id: crypto.randomUUID(), ts: '2027-03-02 10:00:00.000' },
    ]);
    const answer = await told('old.example');
    expect(answer.has_data).toBe(true);
    expect(number(saying(answer, 'data_ended'), 'day')).toBe('2026-03-02');
    expect(number(saying(answer, 'data_future'), 'n')).toBe(1);
    expect(answer.sentences.map(({ about }) => about)).not.toContain('traffic');
  });
});
