// @drawn one thing among many that a load meets
import { describe, expect, it } from 'vitest';
import { DEAD_LETTERS_KEPT } from '#traffic/collector/contract/ingest.ts';
import { failingAt } from '../../../../test/support/failing-engine.ts';
import { botClick, cleanClick, OWN, RUN, times, useCollector } from '../testing/use-collector.ts';
import { Loader } from './loader.ts';
import { forget } from './upkeep-jobs.ts';

const live = useCollector();

interface Letter {
  id: number;
  event_id: string;
  field: string;
  reason: string;
  event: string;
}
const letters = async (): Promise<Letter[]> =>
  (await live.app.get(`/api/live-traffic/dead-letters?package_name=${OWN}&limit=100`, live.admin)).body.data;
const act = async (verb: 'replay' | 'discard', ids?: number[]) =>
  (
    await live.app.call('POST', `/api/live-traffic/dead-letters/${verb}`, {
      token: live.admin,
      body: { package_name: OWN, ...(ids ? { ids } : {}) },
    })
  ).body.data;

describe('an event that cannot be stored', () => {
  const bad: readonly [event: unknown, field: string, reason: string][] = [
    ['a text', '', 'not_an_object'],
    [[cleanClick(1)], '', 'not_an_object'],
    [null, '', 'not_an_object'],
    [{ ts: '1890-01-01T00:00:00Z' }, 'ts', 'too_old'],
    [{ ts: '2099-01-01T00:00:00Z' }, 'ts', 'too_new'],
    [{ ts: '2026-08-21T00:00:00Z' }, 'ts', 'too_old'],
    [{ ts: '2026-11-20T12:10:01Z' }, 'ts', 'too_new'],
    [{ ts: '2026-11-20T10:00:00' }, 'ts', 'not_a_time'],
    [{ ts: '2026-02-30T10:00:00Z' }, 'ts', 'not_a_time'],
    [{ ts: true }, 'ts', 'not_a_time'],
    [{ ip: '1.2.3' }, 'ip', 'not_an_address'],
    [{ declared_country: 'Atlantis' }, 'declared_country', 'not_a_country'],
    [{ revenue: '1e9' }, 'revenue', 'not_an_amount'],
    [{ cost: -1 }, 'cost', 'not_a_cost'],
    [{ quantity: 1.5 }, 'quantity', 'not_a_number'],
    [{ wifi: 'maybe' }, 'wifi', 'not_a_flag'],
    [{ http_status: 1000 }, 'http_status', 'not_a_status'],
    [{ currency: 'EURO' }, 'currency', 'not_a_currency'],
    [{ publisher: { name: 'x' } }, 'publisher', 'not_a_text'],
    [{ publisher: 'x'.repeat(1001) }, 'publisher', 'too_long'],
    [{ event_id: 'x'.repeat(201) }, 'event_id', 'too_long'],
    [{ event_id: {} }, 'event_id', 'not_a_text'],
  ];

  it('is kept with its reason and field, and its neighbours are stored', async () => {
    const events = bad.flatMap(([event], n) => [event, cleanClick(n)]);
    const answer = await live.send(events);
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ accepted: bad.length, duplicates: 0 });
    expect(answer.body.rejected).toEqual(bad.map(([, field, reason], n) => ({ index: 2 * n, field, reason })));
    const kept = (await letters()).reverse();
    expect(kept.map(({ field, reason }) => [field, reason])).toEqual(bad.map(([, field, reason]) => [field, reason]));
    await live.load();
    expect(await live.rows('count() AS n')).toEqual([{ n: bad.length }]);
  });

  it('does not come of fields nobody knows: they are counted and named, not stored', async () => {
    const fields = Object.fromEntries(times(10_000, (n) => [`field_${n}`, 1]));
    const answer = await live.send({ ...cleanClick(1), ...fields, constructor: 1, __proto__x: 1 });
    expect(answer.body).toMatchObject({ accepted: 1, rejected: [] });
    expect(answer.body.unknown_fields.count).toBe(10_002);
    expect(answer.body.unknown_fields.names).toHaveLength(20);
    await live.load();
    expect(await live.rows('length(extra) AS n')).toEqual([{ n: 3 }]);
  });

  it('is stored once when it is replayed after it became sound, and stays while it is not', async () => {
    await live.send([{ ...cleanClick(1), ts: '2026-11-20T12:12:00Z' }, { ip: 'nowhere' }]);
    expect(await act('replay')).toEqual({ replayed: 0, left: 2 });
    const before = live.app.clock.now();
    live.app.clock.set(new Date('2026-11-20T12:05:00Z'));
    expect(await Promise.all([act('replay'), act('replay')])).toContainEqual({ replayed: 1, left: 1 });
    expect(await act('replay')).toEqual({ replayed: 0, left: 1 });
    await live.load();
    live.app.clock.set(before);
    expect(await live.rows('click_id')).toEqual([{ click_id: 'c1' }]);
    expect((await letters()).map(({ reason }) => reason)).toEqual(['not_an_address']);
    expect(await act('discard', [(await letters())[0]?.id ?? 0])).toEqual({ discarded: 1 });
    expect(await letters()).toEqual([]);
  });

  it('is not stored a second time when its sender has mended and sent it meanwhile', async () => {
    await live.send({ ...cleanClick(1), ts: '2026-11-20T12:12:00Z' });
    await live.send(cleanClick(1));
    const before = live.app.clock.now();
    live.app.clock.set(new Date('2026-11-20T12:05:00Z'));
    expect(await act('replay')).toEqual({ replayed: 0, left: 0 });
    live.app.clock.set(before);
    await live.load();
    expect(await live.rows('count() AS n')).toEqual([{ n: 1 }]);
  });

  it('is forgotten after a month, and beyond so many of a package the oldest', async () => {
    const { database } = live.app.context;
    await database.pool.query(
      `INSERT INTO dead_letter (package_name, kind, received_at, event_id, event, field, reason)
       SELECT $1, 'click', now(), n, '{}', '', 'too_old' FROM generate_series(1, $2) AS n`,
      [OWN, DEAD_LETTERS_KEPT + 5],
    );
    await forget({ database, now: () => new Date() });
    expect(await live.count('dead_letter')).toBe(DEAD_LETTERS_KEPT);
    const later = (days: number) => forget({ database, now: () => new Date(Date.now() + days * 86_400_000) });
    await later(29);
    expect(await live.count('dead_letter')).toBe(DEAD_LETTERS_KEPT);
    // A package that cuts addresses after three days keeps none of them whole here either.
    await database.pool.query('UPDATE package SET truncate_after_days = 3 WHERE name = $1', [OWN]);
    await database.pool.query(
      "INSERT INTO dead_letter (package_name, kind, received_at, event_id, event, field, reason) VALUES ('foreign.example', 'click', now(), '1', '{}', '', 'too_old')",
    );
    await later(4);
    expect(await live.count('dead_letter')).toBe(1);
    await database.pool.query('UPDATE package SET truncate_after_days = NULL WHERE name = $1', [OWN]);
    await later(31);
    expect(await live.count('dead_letter')).toBe(0);
  });
});

describe('a load that fails', () => {
  it('is tried again and loses nothing', async () => {
    await live.send(times(5, cleanClick));
    const { deps, state } = failingAt(live.app.context.imports, 4);
    const loader = new Loader(deps, { waitMs: 1 });
    await loader.step(RUN).catch(() => {});
    expect(state.failed).toBe(true);
    expect(await live.rows('count() AS n')).toEqual([{ n: 0 }]);
    await live.load();
    expect(await live.rows('count() AS n, uniqExact(row_id) AS ids')).toEqual([{ n: 5, ids: 5 }]);
    expect(await live.count('intake_batch')).toBe(0);
  });

  it('because of one event is taken apart until that one is a dead letter, and the others are stored', {
    timeout: 120_000,
  }, async () => {
    const { pool } = live.app.context.database;
    await live.send([...times(4, cleanClick), botClick(1)]);
    const { clickhouse } = live.app.context.imports;
    const command: typeof clickhouse.command = async (statement, options) => {
      if (options?.tag === 'import-judge') {
        const name = statement.pieces.join('').match(/import_work_\d+_rows/)?.[0] ?? '';
        const id = Number(/\d+/.exec(name)?.[0]);
        const { rows } = await pool.query<{ events: Buffer }>('SELECT events FROM intake_batch WHERE load_id = $1', [
          id,
        ]);
        const { unpackEvents } = await import('./load-file.ts');
        for (const { events } of rows)
          if ((await unpackEvents(events)).some((event) => event.id === 'bot-1'))
            throw new Error('no engine takes this one');
      }
      return clickhouse.command(statement, options);
    };
    const deps = { ...live.app.context.imports, clickhouse: { ...clickhouse, command } };
    const loader = new Loader(deps, { waitMs: 0, most: 16 });
    for (let step = 0; step < 60 && (await live.count('intake_batch')) > 0; step++)
      await loader.step(RUN).catch(() => {});
    expect(await live.rows('count() AS n')).toEqual([{ n: 4 }]);
    const [letter, ...others] = await letters();
    expect([letter?.event_id, letter?.reason, others]).toEqual(['bot-1', 'not_loaded', []]);
    expect(await act('replay')).toEqual({ replayed: 1, left: 0 });
    await live.load();
    expect(await live.rows('count() AS n')).toEqual([{ n: 5 }]);
  });
});

describe('callbacks that say nothing their tracker says', () => {
  const call = async (format: string, fields: Record<string, string>, { form = false, query = '' } = {}) => {
    const text = new URLSearchParams(fields).toString();
    const url = `/api/callback/${format}?write_key=${live.key}${query}`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await live.app.app.http.inject(
      form ? { method: 'POST', url, headers, payload: text } : { method: 'GET', url: `${url}&${text}` },
    );
    return { status: answer.statusCode, body: answer.json() };
  };

  it('are rejected with the reason, whatever kind the address names, and one known field is enough', async () => {
    const nothing = { status: 200, body: { accepted: 0, rejected: [{ index: 0, field: '', reason: 'no_field' }] } };
    for (const format of ['appsflyer', 'adjust', 'branch', 'singular', 'kochava', 'table'])
      for (const how of [{}, { form: true }, { query: '&kind=click' }])
        expect([format, await call(format, { a: '1', media_sauce: 'Net', ip: ' ' }, how)]).toMatchObject([
          format,
          nothing,
        ]);
    await live.load();
    expect(await live.rows('count() AS n')).toEqual([{ n: 0 }]);
    const letters = `/api/live-traffic/dead-letters?package_name=${OWN}`;
    const { data } = (await live.app.get(letters, live.admin)).body;
    expect(data).toHaveLength(10);
    expect(data[0]).toMatchObject({ reason: 'no_field', event: expect.stringContaining('media_sauce') });
    const body = { package_name: OWN };
    const again = await live.app.call('POST', '/api/live-traffic/dead-letters/replay', { token: live.admin, body });
    expect(again.body.data).toEqual({ replayed: 0, left: 18 });
    for (const [format, field] of [
      ['appsflyer', 'media_source'],
      ['branch', 'name'],
      ['singular', 'evtname'],
      ['kochava', 'network_name'],
      ['table', 'source'],
    ] as const)
      expect([format, await call(format, { a: '1', [field]: 'Net' })]).toMatchObject([
        format,
        { body: { accepted: 1 } },
      ]);
  });
});
