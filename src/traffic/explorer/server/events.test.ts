import { beforeAll, describe, expect, it } from 'vitest';
import { createPackage, packageInfoOf } from '#platform/server/access/packages.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { csvStream } from '#platform/server/csv.ts';
import { createHttpServer } from '#platform/server/http/server.ts';
import { DIMENSION_SQL } from '#traffic/event/server/dimension-sql.ts';
import { type EventRow, eventsEndpoints, type ValueField } from '#traffic/explorer/contract/events-endpoints.ts';
import { eventsWithFacts } from '#traffic/judge/testing/random-facts.ts';
import { useStoredEvents } from '#traffic/judge/testing/use-stored-events.ts';
import { REPORTED } from '#traffic/money/server/money-sql.ts';
import { defaultRuleSet } from '#traffic/rules/server/registry.ts';
import { SHOP, scopeAs } from '../../../../test/support/scope-as.ts';
import { useClickHouse } from '../../../../test/support/use-clickhouse.ts';
import { useDatabase } from '../../../../test/support/use-database.ts';
import { decideEvent } from './decide.ts';
import { eventDetail } from './event-detail.ts';
import { eventFilter } from './event-filter.ts';
import { allEvents, listEvents } from './event-list.ts';
import { eventRoutes } from './event-routes.ts';
import { fieldValues } from './field-values.ts';

const ch = useClickHouse();
const database = useDatabase();
const sources = {
  clickhouse: ch,
  database,
  moneyOf: async () => REPORTED,
  importOrigin: async () => ({ fileName: 'clicks.csv', taken: {} }),
  listDate: () => null,
};

const owner = scopeAs();
const publisher = scopeAs({ roleName: 'publisher', publishers: ['p1'] });

beforeAll(() => createPackage(database, SHOP));
useStoredEvents(ch, database, 'shop', eventsWithFacts(400, 3, defaultRuleSet()));

const shop = { package_name: 'shop', currency: 'EUR', time_zone: 'Asia/Kolkata' };
const range = { fromDate: '2026-02-01', toDate: '2026-05-01' };
const filterOf = (query: object) => eventFilter({ ...range, ...query }, shop);
const usual = { search: '', money: REPORTED, sort: 'newest', limit: 500 } as const;
const list = (
  scope: Scope,
  query: object = {},
  rest: { search?: string; after?: string; sort?: 'newest' | 'oldest'; limit?: number } = {},
) => listEvents(scope, ch, { filter: filterOf(query), ...usual, ...rest });

describe('the event list', () => {
  it('counts what an aggregate over the same dimension counts, for every value', async () => {
    for (const name of ['publisher', 'verdict', 'reason', 'reason_group', 'ip_class', 'decision'] as const) {
      const groups = await ch.query<{ value: string; events: number }>(
        sql`SELECT ${DIMENSION_SQL[name]} AS value, count() AS events FROM traffic GROUP BY value`,
      );
      for (const { value, events } of groups)
        expect((await list(owner, { [name]: value || '(not reported)' })).total).toBe(events);
    }
    expect((await list(owner, { kind: 'Click,RE_CLICK' })).total).toBe(
      (await ch.query<{ n: number }>(sql`SELECT count() AS n FROM traffic WHERE kind IN ('click', 're_click')`))[0]?.n,
    );
  });

  it('pages by key through every event once, in both directions', async () => {
    for (const sort of ['newest', 'oldest'] as const) {
      const seen: EventRow[] = [];
      let after: string | undefined;
      do {
        const page = await list(owner, {}, { sort, limit: 70, ...(after ? { after } : {}) });
        expect(page.total).toBe(400);
        seen.push(...page.data);
        after = page.next ?? undefined;
      } while (after);
      expect(new Set(seen.map(({ row_id }) => row_id)).size).toBe(400);
      const times = seen.map(({ ts }) => ts);
      expect(times).toEqual([...times].sort((a, b) => (sort === 'oldest' ? 1 : -1) * (a < b ? -1 : a > b ? 1 : 0)));
    }
    await expect(list(owner, {}, { after: "x' OR 1" })).rejects.toThrow('malformed');
  });

  it('answers in the shape of its endpoint and takes the days of the package', async () => {
    const page = await list(owner, {}, { limit: 3 });
    expect(eventsEndpoints.list.response.parse(page)).toEqual(page);
    await ch.insert('traffic', [{ package: 'shop', kind: 'visit', ts: '2026-07-01 20:00:00.000', person: 0 }]);
    expect((await list(owner, { fromDate: '2026-07-02', toDate: '2026-07-02' })).total).toBe(1);
    expect((await list(owner, { fromDate: '2026-07-01', toDate: '2026-07-01' })).total).toBe(0);
    expect(() => filterOf({ fromDate: '2026-06-02' })).toThrow('before the start');
    expect(() => filterOf({ kind: 'nonsense' })).toThrow('no kind');
  });

  it('finds by text', async () => {
    const device = await list(owner, {}, { search: 'DEVICE-3' });
    expect(device.total).toBeGreaterThan(0);
    expect(device.data.every(({ device_id }) => device_id === 'device-3')).toBe(true);
  });

  it('shows a publisher its own events only, masked, and lets it search only what it sees', async () => {
    const { data, total } = await list(publisher);
    const [own] = await ch.query<{ n: number }>(sql`SELECT count() AS n FROM traffic WHERE publisher = 'p1'`);
    expect(total).toBe(own?.n);
    for (const row of data) {
      expect(row.publisher).toBe('p1');
      expect(row.hits).toEqual([]);
      expect(row.device_id).toBe('•••');
      expect(['', '203.0.113.0/24', '198.51.100.0/24', '2001:db8:::/48']).toContain(row.ip);
    }
    expect((await list(publisher, {}, { search: 'device-3' })).total).toBe(0);
    await expect(list(publisher, { publisher: 'p2' })).rejects.toThrow('access to this publisher');
  });

  it('leaves out what is excluded, together with what is asked for, and refuses what names no field', async () => {
    const all = (await list(owner)).total;
    const p1 = (await list(owner, { publisher: 'p1' })).total;
    expect((await list(owner, { not: 'publisher:p1' })).total).toBe(all - p1);
    const fraud = (await list(owner, { publisher: 'p1', verdict: 'fraud' })).total;
    expect((await list(owner, { publisher: 'p1', not: ['verdict:fraud', 'verdict:nonsense'] })).total).toBe(p1 - fraud);
    const asked = { package_name: 'shop', ...range, not: ['nonsense:1'] };
    expect(eventsEndpoints.list.query.safeParse(asked).success).toBe(false);
  });

  it('offers the values of a field with the counts the list has for them, whatever the field is filtered by', async () => {
    const values = (scope: Scope, field: ValueField, query: object = {}, containing = '') =>
      fieldValues(scope, ch, { filter: filterOf(query), search: '', field, containing });
    for (const field of ['publisher', 'verdict', 'kind', 'country'] as const) {
      const { data, more } = await values(owner, field, { [field]: field === 'kind' ? 'click' : 'p1', os: 'Android' });
      expect(more).toBe(false);
      for (const { value, events } of data)
        expect((await list(owner, { os: 'Android', [field]: value })).total, `${field} ${value}`).toBe(events);
      expect(data.map(({ events }) => events)).toEqual(data.map(({ events }) => events).sort((a, b) => b - a));
    }
    expect((await values(owner, 'publisher', {}, 'P2')).data.map(({ value }) => value)).toEqual(['p2']);
    // Nobody learns from a list of values who else brings traffic.
    expect((await values(publisher, 'publisher', { not: 'verdict:nonsense' })).data.map(({ value }) => value)).toEqual([
      'p1',
    ]);
    const many = Array.from({ length: 250 }, (_, n) => ({ package: 'shop', kind: 'visit', campaign: `c${n}` }));
    await ch.insert(
      'traffic',
      many.map((row) => ({ ...row, ts: '2026-03-03 20:00:00.000' })),
    );
    const bounded = await values(owner, 'campaign');
    expect([bounded.data.length, bounded.more]).toEqual([200, true]);
  });

  it('downloads the same events, with formulas made harmless', async () => {
    await ch.insert('traffic', [
      {
        package: 'shop',
        kind: 'visit',
        ts: '2026-03-03 20:00:00.000',
        publisher: '=cmd|"/c calc"!A1',
        user_agent: '@SUM(1)',
      },
    ]);
    const rows: EventRow[] = [];
    for await (const row of await allEvents(owner, ch, { filter: filterOf({}), search: '', money: REPORTED }))
      rows.push(row);
    expect(rows).toHaveLength(401);
    let text = '';
    for await (const part of csvStream(
      ['publisher'],
      rows.map((row) => [row.publisher]),
    ))
      text += part;
    expect(text.startsWith('\u{FEFF}')).toBe(true);
    expect(text).toContain(`"'=cmd|""/c calc""!A1"`);
    expect(text).not.toMatch(/^[=@]/m);
  });
});

describe('one event', () => {
  const anyFraud = async () =>
    (await list(owner, { verdict: 'fraud', decision: 'none', publisher: 'p1' })).data[0]?.row_id ?? '';

  it('explains its verdict to the owner', async () => {
    const detail = await eventDetail(owner, sources, shop, await anyFraud());
    expect(detail.explanation?.verdict).toBe('fraud');
    expect(detail.explanation?.reason).toBe(detail.event.reason);
    expect(detail.origin).toEqual({ import_id: 1, file_name: 'clicks.csv', record_no: expect.any(Number) });
    expect(() => eventsEndpoints.detail.response.shape.data.parse(detail)).not.toThrow();
  });

  it('tells a publisher the reason without limits, lists and other people', async () => {
    const detail = await eventDetail(publisher, sources, shop, await anyFraud());
    expect(detail.explanation).toBeNull();
    expect(detail.publisher_explanation?.verdict).toBe('fraud');
    for (const hidden of ['hits', 'extra', 'whitelist_id', 'ip_list', 'device_signs', 'person'])
      expect(detail.event).not.toHaveProperty(hidden);
    expect(detail.event.device_id).toBe('•••');
    const [foreign] = (await list(owner, { publisher: 'p2' })).data;
    await expect(eventDetail(publisher, sources, shop, foreign?.row_id ?? '')).rejects.toThrow('Not found');
    await expect(
      eventDetail(owner, sources, { ...shop, package_name: 'other' }, foreign?.row_id ?? ''),
    ).rejects.toThrow('access to this package');
  });

  it('follows a decision at once, keeps its history, and gets its verdict back when the mark is taken away', async () => {
    const rowId = await anyFraud();
    const before = (await eventDetail(owner, sources, shop, rowId)).event;
    const decide = (decision: 'clean' | 'fraud' | 'none', reason: string) =>
      decideEvent(owner, sources, { package: 'shop', rowId, decision, reason });
    expect(await decide('clean', 'our own test')).toMatchObject({ decision: 'clean', verdict: 'clean', reason: '' });
    await decide('clean', 'our own test');
    expect(await decide('fraud', 'was not ours')).toMatchObject({ verdict: 'fraud', reason: 'human.fraud' });
    expect(await decide('none', 'undecided')).toMatchObject({ verdict: before.verdict, reason: before.reason });
    const { event, decisions } = await eventDetail(owner, sources, shop, rowId);
    expect(event).toEqual(before);
    expect(decisions.map(({ decision, author }) => `${decision} ${author}`)).toEqual([
      'none ann',
      'fraud ann',
      'clean ann',
    ]);
  });
});

describe('the endpoints', () => {
  const serve = (scope: Scope) =>
    createHttpServer({
      routes: eventRoutes({
        ...sources,
        now: () => new Date(),
        packageInfo: (who, name) => packageInfoOf(who, database, name, new Date()),
      }),
      authenticate: async () => scope,
      trustProxy: false,
    });
  const url = '/api/traffic/events?package_name=shop&fromDate=2026-02-01&toDate=2026-05-01';

  it('give the verdicts of the same events back to whoever brought them, and to nobody else', async () => {
    const http = await serve(owner);
    const asked = (query: string) => http.inject({ url: url.replace('events?', 'events/verdicts?') + query });
    const linesOf = ({ body }: { body: string }) => body.trimEnd().split('\r\n').slice(1);
    const byEvent = await asked('&publisher=p1');
    const { total } = (await http.inject({ url: `${url}&publisher=p1` })).json();
    expect(linesOf(byEvent)).toHaveLength(total);
    expect(byEvent.headers['content-disposition']).toMatch(/verdicts_event_shop_2026-02-01_2026-05-01_\S+Z\.csv/);
    expect(linesOf(byEvent).every((line) => line.startsWith('clicks.csv,'))).toBe(true);
    expect((await asked('&publisher=p1&about=line')).body).toMatch(/^\uFEFF# verdicts_event; .* = p1; made /);
    const bySource = linesOf(await asked('&by=source')).map((line) => Number(line.split(',')[2]));
    expect(bySource.reduce((sum, events) => sum + events, 0)).toBe(400);
    await http.close();
    const limited = await serve(publisher);
    const refused = await limited.inject({ url: url.replace('events?', 'events/verdicts?') });
    expect(refused.statusCode).toBe(403);
    await limited.close();
  });

  it('take repeated parameters and comma lists, refuse what they do not know, and keep publishers from judging', async () => {
    const http = await serve(owner);
    const total = async (query: string) => (await http.inject({ url: `${url}${query}` })).json().total;
    expect(await total('&publisher=p1&publisher=p2')).toBe(400);
    expect(await total('&publisher=p1,p2')).toBe(400);
    expect(await total('&verdict=all&group=')).toBe(400);
    expect((await http.inject({ url: `${url}&nonsense=1` })).statusCode).toBe(400);
    expect((await http.inject({ url: url.replace('shop', 'other') })).statusCode).toBe(403);
    const file = await http.inject({ url: url.replace('events?', 'events/download?') });
    expect(file.headers['content-type']).toContain('text/csv');
    expect(file.headers['content-disposition']).toContain('events_shop_2026-02-01_2026-05-01_Asia-Kolkata_');
    expect(file.body.trimEnd().split('\r\n')).toHaveLength(401);
    const rowId = (await http.inject({ url })).json().data[0].row_id;
    const decide = (body: object) =>
      http.inject({
        method: 'POST',
        url: `/api/traffic/events/${rowId}/decision`,
        payload: { package_name: 'shop', ...body },
      });
    expect((await decide({ decision: 'fraud', reason: 'x' })).statusCode).toBeGreaterThanOrEqual(400);
    expect((await decide({ decision: 'fraud', reason: 'seen by ann' })).json().data).toMatchObject({
      verdict: 'fraud',
    });
    await http.close();
    const limited = await serve(publisher);
    const answer = await limited.inject({
      method: 'POST',
      url: `/api/traffic/events/${rowId}/decision`,
      payload: { package_name: 'shop', decision: 'clean', reason: 'let me through' },
    });
    expect(answer.statusCode).toBe(403);
    await limited.close();
  });
});
