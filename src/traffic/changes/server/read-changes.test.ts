import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemScope } from '#platform/server/access/scope.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { Change, ChangesAnswer } from '#traffic/changes/contract/change-endpoints.ts';
import { botClick, cleanClick, OWN, times, useCollector } from '#traffic/collector/testing/use-collector.ts';
import { importLocalFile, requestUndo } from '#traffic/intake/server/imports.ts';
import { runImport } from '#traffic/intake/server/run-import.ts';
import { rejudge } from '#traffic/judge/server/rejudge.ts';
import { eraseRows, personRows } from '#traffic/privacy/server/erase.ts';
import { removeExpired } from '#traffic/privacy/server/retention.ts';
import { isOverHttp } from '../../../../test/support/use-clickhouse.ts';
import { forget, tellLeftOver } from './feed-jobs.ts';
import { told } from './tell.ts';

const SOURCE = join(import.meta.dirname, '../../..');
const live = useCollector();
const stores = () => live.app.context;
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adsieve-feed-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  await stores().clickhouse.command(sql`TRUNCATE TABLE told_row`);
  await stores().database.pool.query('TRUNCATE feed_step, feed_entry, feed_head CASCADE');
});

async function page(cursor?: string, { limit = 7, token = live.admin, name = OWN } = {}) {
  const query = new URLSearchParams({ package_name: name, limit: String(limit), ...(cursor ? { cursor } : {}) });
  return live.app.get(`/v1/changes?${query}`, token);
}

/** What a warehouse would be that keeps the cursor and does what it is told. */
function warehouse() {
  const events = new Map<string, Extract<Change, { change: 'event' }>>();
  let cursor: string | undefined;
  let told = 0;
  const take = (change: Change): void => {
    told++;
    if (change.change === 'event') events.set(change.row_id, change);
    else if (change.change === 'gone') events.delete(change.row_id);
    else for (const [id, { ts }] of events) if (ts < change.ts) events.delete(id);
  };
  return {
    events,
    get told() {
      return told;
    },
    async follow(limit = 7): Promise<void> {
      for (;;) {
        const answer = await page(cursor, { limit });
        expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
        const { data, more, begins, cursor: next }: ChangesAnswer = answer.body;
        if (begins) events.clear();
        for (const change of data) take(change);
        cursor = next;
        if (!more) return;
      }
    },
  };
}

type Warehouse = ReturnType<typeof warehouse>;

/** Row by row what is stored, and in sum what the board of clicks shows. */
async function expectEqual({ events }: Warehouse): Promise<void> {
  const stored = await stores().clickhouse.query<{ id: string; verdict: string; reason: string; hits: string[] }>(
    sql`SELECT toString(row_id) AS id, toString(verdict) AS verdict, reason, hits FROM traffic WHERE package = ${typed('String', OWN)} ORDER BY id`,
  );
  const held = [...events.values()]
    .map(({ row_id: id, verdict, reason, hits }) => ({ id, verdict, reason, hits }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  expect(held).toEqual(stored);
  const range = `package_name=${OWN}&fromDate=2026-11-14&toDate=2026-11-20`;
  const { total, clean, fraud } = (await live.app.get(`/api/v2/web/click/dashboard/total?${range}`, live.admin)).body
    .data;
  const clicks = [...events.values()].filter(({ kind, verdict }) => kind === 'click' && verdict !== 'filtered');
  const called = (verdict: string) => clicks.filter((each) => each.verdict === verdict).length;
  expect({ total: clicks.length, clean: called('clean'), fraud: called('fraud') }).toEqual({ total, clean, fraud });
}

async function importClicks(name: string, events: readonly object[]) {
  const path = join(folder, name);
  await writeFile(path, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  const file = { packageName: OWN, path, fileName: name, timeZone: 'UTC' };
  return importLocalFile(systemScope(), stores().imports, file);
}

const cause = (operation: string) => ({ kind: 'rules' as const, operation, author: 'test', reason: 'test' });

describe('the change feed', () => {
  it('keeps a copy equal to the boards through imports, live loads, rules, white list, undo, erasure and retention', async () => {
    const copy = warehouse();
    const { database, clickhouse } = stores();
    const imported = await importClicks('first.ndjson', [...times(20, cleanClick), ...times(9, botClick)]);
    expect(imported.state).toBe('done');
    await copy.follow();
    await expectEqual(copy);

    const later = times(25, (n) => ({ ...(n % 3 === 0 ? botClick(100 + n) : cleanClick(100 + n)), user_id: `u${n}` }));
    for (let at = 0; at < later.length; at += 9) {
      await live.send(later.slice(at, at + 9));
      await Promise.all([live.load(), copy.follow(3)]);
    }
    await copy.follow();
    await expectEqual(copy);
    expect(copy.events.size).toBe(54);

    const told = copy.told;
    await copy.follow();
    expect(copy.told).toBe(told);

    await database.pool.query(
      `INSERT INTO rule_set (package_name, version, rules, reason, author)
       SELECT package_name, version + 1, rules - 'non_browser', 'test', 'test' FROM rule_set WHERE package_name = $1 ORDER BY version DESC LIMIT 1`,
      [OWN],
    );
    await rejudge(stores(), { package: OWN, changed: 'anything', cause: cause('rules') });
    await copy.follow();
    await expectEqual(copy);
    expect([...copy.events.values()].every(({ verdict }) => verdict === 'clean')).toBe(true);
    await database.pool.query('DELETE FROM rule_set WHERE package_name = $1 AND version > 1', [OWN]);
    await rejudge(stores(), { package: OWN, changed: 'anything', cause: cause('rules back') });

    const entry = { package_name: OWN, kind: 'ip', value: '84.161.3.7', reason: 'Our own test', from: '2026-11-01' };
    const added = await live.app.call('POST', '/api/traffic/white-list', { token: live.admin, body: entry });
    expect(added.status).toBe(200);
    await copy.follow();
    await expectEqual(copy);
    expect([...copy.events.values()].filter(({ whitelist_id }) => whitelist_id > 0)).toHaveLength(1);

    await requestUndo(systemScope(), stores().imports, imported.id);
    await runImport(systemScope(), stores().imports, imported.id);
    await eraseRows(stores(), personRows({ user_id: 'u4' }, OWN));
    await copy.follow();
    await expectEqual(copy);
    expect(copy.events.size).toBe(24);

    await removeExpired(stores(), [{ package: OWN, before: new Date('2026-11-20T10:46:00Z') }]);
    await copy.follow();
    await expectEqual(copy);
    expect(copy.events.size).toBeLessThan(24);
    const anew = warehouse();
    await anew.follow();
    await expectEqual(anew);
    await clickhouse.command(sql`TRUNCATE TABLE traffic`);
    await database.pool.query('DELETE FROM white_list_entry');
  }, 120_000);

  it.skipIf(isOverHttp)('skips nothing while many write at once and somebody reads all the time', async () => {
    await importClicks('many.ndjson', times(40, cleanClick));
    const copy = warehouse();
    await copy.follow();
    const { clickhouse } = stores();
    const ids = [...copy.events.keys()];
    let writing = true;
    const reading = (async () => {
      while (writing) await copy.follow(2);
    })();
    await Promise.all(
      ids.map((id) => {
        const row = sql`package = ${typed('String', OWN)} AND row_id = ${typed('UUID', id)}`;
        return told(stores(), sql`SELECT package, ts, row_id FROM traffic WHERE ${row}`, () =>
          clickhouse.command(sql`UPDATE traffic SET verdict = 'fraud', reason = 'human.fraud' WHERE ${row}`),
        );
      }),
    );
    writing = false;
    await reading;
    await copy.follow();
    await expectEqual(copy);
    expect([...copy.events.values()].every(({ verdict }) => verdict === 'fraud')).toBe(true);
  });

  it('tells what was written before a stop that came before it was told', async () => {
    await importClicks('stopped.ndjson', times(3, cleanClick));
    const copy = warehouse();
    await copy.follow();
    const rows = sql`SELECT package, ts, row_id FROM traffic WHERE package = ${typed('String', OWN)}`;
    const stopped = told(stores(), rows, async () => {
      await stores().clickhouse.command(
        sql`UPDATE traffic SET verdict = 'fraud' WHERE package = ${typed('String', OWN)}`,
      );
      throw new Error('stopped');
    });
    await expect(stopped).rejects.toThrow('stopped');
    await copy.follow();
    expect([...copy.events.values()].some(({ verdict }) => verdict === 'fraud')).toBe(false);
    await tellLeftOver(stores(), new Date(Date.now() + 60_000));
    await copy.follow();
    await expectEqual(copy);
  });

  it.skipIf(isOverHttp)(
    'refuses cursors of others and those too old, and callers who see a part of the package only',
    async () => {
      await importClicks('refused.ndjson', times(3, cleanClick));
      const old = (await page(undefined, { limit: 1 })).body.cursor;
      const vendor = await live.app.signIn({
        email: 'pub@own.example',
        role: 'publisher',
        packages: [OWN],
        publishers: ['Honest'],
      });
      const refused = async (answer: ReturnType<typeof page>) => {
        const { status, text } = await answer;
        return [status, /feed_of_whole_package|wrong_cursor|cursor_too_old|foreign_package/.exec(text)?.[0]];
      };
      expect(await refused(page(undefined, { token: vendor }))).toEqual([403, 'feed_of_whole_package']);
      expect(await refused(page('bm9uZQ'))).toEqual([400, 'wrong_cursor']);
      expect(await refused(page(old, { name: 'foreign.example' }))).toEqual([400, 'wrong_cursor']);
      expect((await refused(page(undefined, { name: 'nobody.example' })))[0]).toBe(404);
      const ahead = Buffer.from(JSON.stringify({ package: OWN, seq: 1000 })).toString('base64url');
      expect(await refused(page(ahead))).toEqual([400, 'wrong_cursor']);
      await importClicks('more.ndjson', times(3, botClick));
      await forget(stores(), new Date(Date.now() + 60_000));
      expect(await refused(page(old))).toEqual([422, 'cursor_too_old']);
      const anew = warehouse();
      await anew.follow();
      await expectEqual(anew);
    },
  );

  it.skipIf(isOverHttp)('hears of every statement of the product that writes stored events', () => {
    const writes = /(?:UPDATE traffic SET|INTO traffic |ALTER TABLE traffic (?:DELETE|UPDATE|DROP|ATTACH))/;
    const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.includes('.test.') && !path.includes('testing/'))
      .filter((path) => writes.test(readFileSync(join(SOURCE, path), 'utf8')));
    expect(files.sort()).toEqual([
      // Marks of people and facts of company, which the feed does not carry; the verdict that follows is told.
      'traffic/explorer/server/decide.ts',
      'traffic/explorer/server/decisions/run-batch.ts',
      // Within `toldImport` of run-import.ts.
      'traffic/intake/server/engine/commit.ts',
      'traffic/intake/server/engine/replace-days.ts',
      'traffic/judge/server/facts/recompute-links.ts',
      'traffic/judge/server/restore-decisions.ts',
      'traffic/judge/server/verdicts/write-changes.ts',
      'traffic/privacy/server/erase.ts',
      'traffic/privacy/server/retention.ts',
    ]);
  });
});
