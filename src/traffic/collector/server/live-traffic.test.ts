import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemScope } from '#platform/server/access/scope.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { importLocalFile } from '#traffic/intake/server/imports.ts';
import { sweepPackage } from '#traffic/sources/server/sweep/sweep-package.ts';
import { botClick, cleanClick, OWN, RUN, times, useCollector } from '../testing/use-collector.ts';
import { Loader } from './loader.ts';
import { afterLoadsJob, forget, sweepLate } from './upkeep-jobs.ts';

const live = useCollector();
const fifteen = () => [...times(10, cleanClick), ...times(5, botClick)];

async function totals(): Promise<{ total: number; clean: number; fraud: number }> {
  const range = `package_name=${OWN}&fromDate=2026-11-14&toDate=2026-11-20`;
  const { total, clean, fraud } = (await live.app.get(`/api/v2/web/click/dashboard/total?${range}`, live.admin)).body
    .data;
  return { total, clean, fraud };
}

describe('events that are sent', () => {
  it('raise the totals of a board by exactly 15, 10 and 5, and a file of the same is judged the same (WEB-GAP-01)', async () => {
    const verdicts = () => live.rows<object>('click_id, verdict, reason, hits');
    await live.send(times(3, (n) => cleanClick(30 + n)));
    await live.load();
    const before = await totals();
    expect((await live.send(fifteen())).body).toEqual({
      accepted: 15,
      duplicates: 0,
      rejected: [],
      unknown_fields: { count: 0, names: [] },
    });
    expect(await totals()).toEqual(before);
    await live.load();
    expect(await totals()).toEqual({ total: before.total + 15, clean: before.clean + 10, fraud: before.fraud + 5 });
    const judged = (await verdicts()).filter((row) => !/"c3\d"/.test(JSON.stringify(row)));
    await live.clear();
    const folder = mkdtempSync(join(tmpdir(), 'adsieve-live-'));
    const path = join(folder, 'clicks.ndjson');
    writeFileSync(
      path,
      fifteen()
        .map((event) => `${JSON.stringify(event)}\n`)
        .join(''),
    );
    const file = { packageName: OWN, path, fileName: 'clicks.ndjson', timeZone: 'UTC' };
    expect(await importLocalFile(systemScope(), live.app.context.imports, file)).toMatchObject({ state: 'done' });
    rmSync(folder, { recursive: true });
    expect(await verdicts()).toEqual(judged);
  });

  it('are one event by their id, in one request, in the next and after they were loaded', async () => {
    const twice = [cleanClick(1), cleanClick(1), cleanClick(2)];
    expect((await live.send(twice)).body).toMatchObject({ accepted: 2, duplicates: 1 });
    expect((await live.send({ events: twice })).body).toMatchObject({ accepted: 0, duplicates: 3 });
    await live.load();
    expect((await live.send(cleanClick(1))).body).toMatchObject({ accepted: 0, duplicates: 1 });
    const [first, again] = await Promise.all([live.send(cleanClick(3)), live.send(cleanClick(3))]);
    expect(first.body.accepted + again.body.accepted).toBe(1);
    await live.load();
    expect(await live.rows('click_id')).toEqual([{ click_id: 'c1' }, { click_id: 'c2' }, { click_id: 'c3' }]);
  });

  it('stay two when they are the same but for an id: a repeated click is evidence', async () => {
    const { event_id: _, ...click } = cleanClick(1);
    expect((await live.send([click, click])).body).toMatchObject({ accepted: 2, duplicates: 0 });
    await live.send(click);
    await live.load();
    expect(await live.rows('count() AS n, uniqExact(row_id) AS ids')).toEqual([{ n: 3, ids: 3 }]);
  });

  it('are not doubled when the ids were forgotten after a week', async () => {
    await live.send(times(3, cleanClick));
    await live.load();
    const now = () => new Date('2026-11-27T13:00:00Z');
    await forget({ database: live.app.context.database, now: () => new Date('2026-11-27T11:00:00Z') });
    expect(await live.count('intake_seen')).toBe(3);
    await forget({ database: live.app.context.database, now });
    expect(await live.count('intake_seen')).toBe(0);
    expect((await live.send(times(4, cleanClick))).body).toMatchObject({ accepted: 4 });
    await live.load();
    expect(await live.rows('count() AS n')).toEqual([{ n: 4 }]);
  });

  it('keep every field that has a column, of every type', async () => {
    const event = {
      event_id: 'e1',
      publisher: 'Ünï "quoted", with\nline',
      revenue: 12.5,
      cost: '0.000001',
      quantity: 3,
      wifi: true,
      http_status: 404,
      declared_country: 'de',
      currency: 'eur',
      click_time: 1763600000,
      install_time: '2026-11-20T10:00:00.250+02:00',
      ts: 1795168800000,
    };
    expect((await live.send(event, { kind: 'install' })).body.accepted).toBe(1);
    await live.load();
    const [row] = await live.rows(
      'kind, publisher, revenue, cost, quantity, wifi, http_status, declared_country, currency, click_time, install_time, ts',
    );
    expect(row).toMatchObject({
      kind: 'install',
      publisher: 'Ünï "quoted", with\nline',
      quantity: 3,
      wifi: 'true',
      http_status: 404,
      declared_country: 'DE',
      currency: 'EUR',
      install_time: '2026-11-20 08:00:00.250',
      ts: '2026-11-20 10:00:00.000',
    });
    expect([Number(Object(row).revenue), Number(Object(row).cost)]).toEqual([12.5, 0.000001]);
  });

  it('keep when they came apart from when they happened, however late they are loaded', async () => {
    const { clock } = live.app;
    const first = clock.now();
    await live.send({ click_id: 'a', ts: '2026-11-19T08:00:00Z' });
    clock.advance(600_000);
    await live.send({ click_id: 'b', ts: '2026-11-19T08:00:00Z' });
    await live.load();
    const came = [first, clock.now()].map((at) => at.toISOString().slice(0, 19).replace('T', ' '));
    expect(await live.rows('click_id, toString(received_at) AS came, toString(ts) AS ts')).toEqual([
      { click_id: 'a', came: came[0], ts: '2026-11-19 08:00:00.000' },
      { click_id: 'b', came: came[1], ts: '2026-11-19 08:00:00.000' },
    ]);
    clock.advance(-600_000);
  });

  it('take address, agent and time of the request only where they ask for it', async () => {
    const headers = { 'user-agent': 'A browser' };
    await live.send({ click_id: 'a', from_request: true }, { headers });
    await live.send({ click_id: 'b' }, { headers });
    await live.send({ click_id: 'c', from_request: true, ip: '84.160.1.1' }, { headers });
    await live.load();
    expect(await live.rows('click_id, toString(ip) AS ip, user_agent, ts')).toEqual([
      { click_id: 'a', ip: '::ffff:127.0.0.1', user_agent: 'A browser', ts: '2026-11-20 12:00:00.000' },
      { click_id: 'b', ip: '::', user_agent: '', ts: '2026-11-20 12:00:00.000' },
      { click_id: 'c', ip: '::ffff:84.160.1.1', user_agent: 'A browser', ts: '2026-11-20 12:00:00.000' },
    ]);
  });

  it('happened when our clock says, however wrong that of the sender is, where it says when it sent', async () => {
    const minute = 60_000;
    const wrong = Date.parse('2031-01-01T00:00:00Z');
    await live.send({ click_id: 'a', ts: wrong - 5 * minute, sent_at: wrong });
    await live.send({ click_id: 'b', ts: '2004-12-31T23:59:00Z', sent_at: '2005-01-01T00:00:00Z' });
    const { rejected } = (await live.send([{ ts: wrong }, { ts: wrong, sent_at: 'noon' }])).body;
    expect(rejected.map(({ reason }: { reason: string }) => reason)).toEqual(['too_new', 'too_new']);
    await live.load();
    expect(await live.rows('click_id, ts')).toEqual([
      { click_id: 'a', ts: '2026-11-20 11:55:00.000' },
      { click_id: 'b', ts: '2026-11-20 11:59:00.000' },
    ]);
  });

  it('are of the kind that the specification calls by another name', async () => {
    for (const kind of ['CLICK', 'Event', 'VISIT', 'RE_EVENT', 'Reengagement_Events'])
      expect([kind, (await live.send({}, { kind })).status]).toEqual([kind, 202]);
    await live.load();
    const kinds = (await live.rows<{ kind: string }>('kind')).map(({ kind }) => kind).sort();
    expect(kinds).toEqual(['click', 're_event', 're_event', 'visit', 'web_event']);
  });
});

describe('a test event', () => {
  it('is told its verdict with the rules that hit it, the one that decided first', async () => {
    const asked = async (userAgent: string) => {
      const sent = await live.app.app.http.inject({
        method: 'POST',
        url: '/api/live-traffic/test',
        headers: { authorization: live.admin, 'user-agent': userAgent },
        payload: { package_name: OWN, kind: 'click' },
      });
      const path = `/api/live-traffic/test/${sent.json().data.event_id}?package_name=${OWN}`;
      expect((await live.app.get(path, live.admin)).body.data).toMatchObject({ state: 'waiting', reasons: [] });
      await live.load();
      return (await live.app.get(path, live.admin)).body.data;
    };
    const bot = await asked(botClick(1).user_agent);
    expect(bot).toMatchObject({ state: 'loaded', verdict: 'fraud' });
    expect(bot.reasons[0]).toMatchObject({ reason: bot.reason, title: expect.stringMatching(/../) });
    const [stored] = await live.rows<{ hits: string[] }>('hits');
    expect(bot.reasons.map(({ rule }: { rule: string }) => rule).sort()).toEqual(stored?.hits.toSorted());
    await live.clear();
    const person = await asked(cleanClick(1).user_agent);
    const hitOf = await live.rows<{ hits: string[] }>('hits');
    expect(person.reasons).toHaveLength(hitOf[0]?.hits.length ?? -1);
  });
});

describe('a load', () => {
  it('is no import that anybody lists, stops or takes back', async () => {
    await live.send(cleanClick(1));
    await live.load();
    const list = await live.app.get(`/api/import?package_name=${OWN}`, live.admin);
    expect([list.status, list.body.data.filter((row: { file_name: string }) => row.file_name === 'live.csv')]).toEqual([
      200,
      [],
    ]);
    const { rows } = await live.app.context.database.pool.query('SELECT id FROM import WHERE live ORDER BY id DESC');
    for (const verb of ['undo', 'cancel']) {
      const answer = await live.app.call('POST', `/api/import/${rows[0].id}/${verb}`, { token: live.admin });
      expect([verb, answer.status]).toEqual([verb, 422]);
    }
    expect(await live.rows('count() AS n')).toEqual([{ n: 1 }]);
  });

  it('leaves nothing behind but its events, and the facts of sources to the sweep of the hour', async () => {
    const { database, clickhouse } = live.app.context;
    await live.send(times(60, cleanClick));
    await live.load();
    expect([await live.count('intake_batch'), await live.count("import_file WHERE name = 'live.csv'")]).toEqual([0, 0]);
    const sources = () => clickhouse.query<{ n: number }>(sql`SELECT count() AS n FROM source_fact`);
    expect(await sources()).toEqual([{ n: 0 }]);
    const cause = { kind: 'sweep' as const, operation: 'sweep hourly', author: 'system', reason: 'test' };
    const hour = { package: OWN, from: '2026-11-19', to: '2026-11-20', cause, onlyNew: true, onlyAsked: true };
    await sweepPackage({ database, clickhouse }, hour, {});
    expect(await sources()).not.toEqual([{ n: 0 }]);
  });

  it('of days that no sweep by the clock reaches is swept within the hour, once', async () => {
    const { database, clickhouse } = live.app.context;
    const now = () => live.app.clock.now();
    const late = new Date(now().getTime() - 20 * 86_400_000).toISOString();
    await live.send(times(60, (n) => ({ ...cleanClick(n), ts: late })));
    await live.send(cleanClick(99));
    await live.load();
    const sources = () =>
      clickhouse.query<{ day: string }>(sql`SELECT DISTINCT toString(day) AS day FROM source_fact ORDER BY day`);
    const upkeep = { database, clickhouse, now };
    await sweepLate(upkeep);
    const days = (await sources()).map(({ day }) => day);
    expect(days).toContain(late.slice(0, 10));
    const changes = () => clickhouse.query(sql`SELECT max(version) AS version FROM source_fact`);
    const before = await changes();
    await sweepLate(upkeep);
    expect(await changes()).toEqual(before);
  });

  it('lets what follows imports follow once a minute, however many there are', async () => {
    const asked: string[] = [];
    const loader = new Loader(live.app.context.imports, { waitMs: 1 });
    for (const n of [1, 2, 3]) {
      await live.send(cleanClick(n));
      await loader.step({
        ...RUN,
        enqueue: async ({ name }) => {
          asked.push(name);
          return null;
        },
      });
    }
    expect(asked).toEqual([afterLoadsJob.name]);
  });

  it('lets a package that has just been loaded rest while another one waits, and then loads what came meanwhile', async () => {
    const other = await live.makeKey('Neighbour', { package_name: 'foreign.example' });
    const loader = new Loader(live.app.context.imports, { waitMs: 1, restMs: () => 2000 });
    await live.send(cleanClick(1));
    await loader.step(RUN);
    await live.send(cleanClick(2));
    await live.send(cleanClick(3), { key: other.secret });
    await live.send(cleanClick(4));
    const packages = async () => (await live.rows<{ package: string }>('package')).map((row) => row.package).sort();
    await loader.step(RUN);
    expect(await packages()).toEqual(['foreign.example', OWN]);
    await loader.step(RUN);
    expect(await packages()).toEqual(['foreign.example', OWN, OWN, OWN]);
  });

  it('takes packages in turn and never mixes them', async () => {
    const other = await live.makeKey('Other', { package_name: 'foreign.example' });
    await live.send(times(3, cleanClick));
    await live.send(times(2, cleanClick), { key: other.secret });
    await live.load();
    const packages = (await live.rows<{ package: string }>('package')).map((row) => row.package).sort();
    expect(packages).toEqual(['foreign.example', 'foreign.example', OWN, OWN, OWN]);
  });
});
