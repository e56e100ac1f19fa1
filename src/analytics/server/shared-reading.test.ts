import { beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '#platform/server/access/scope.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { heldRow } from '#traffic/event/server/held-rows.ts';
import { useClickHouse } from '../../../test/support/use-clickhouse.ts';
import { widgetOf } from '../contract/board.ts';
import { appInstall } from '../contract/boards/app.ts';
import { webClick } from '../contract/boards/web.ts';
import { MEASURES } from '../contract/measures.ts';
import { SORT_KEYS, type SortKey } from '../contract/widget.ts';
import { SEED_PACKAGES, SEED_RANGE, seedTraffic, stored } from '../testing/seed-traffic.ts';
import { createAnswers } from './answers.ts';
import { compile } from './compile.ts';
import { countIn, type RawRow } from './query.ts';
import type { Filters, Question } from './question.ts';
import { renderSql } from './render-sql.ts';
import { MOST_GROUPS, readingOf } from './shared-reading.ts';
import { sampleQuestion } from './sql-text.ts';

const clickhouse = useClickHouse();
const [PACKAGE] = SEED_PACKAGES;
const scope = systemScope();
const SORTS: readonly SortKey[] = SORT_KEYS.filter((key) => key === 'name' || key in MEASURES);
const SHARED = [
  [webClick, 'total'],
  [webClick, 'fraud-category'],
  [webClick, 'fraud-sub-category'],
  [webClick, 'top-publisher/clean'],
  [webClick, 'top-publisher/invalid'],
  [webClick, 'publisher-wise'],
  [appInstall, 'fraud-sub-category-percent'],
  [appInstall, 'fraud/publisher-wise'],
  [appInstall, 'click-fraud/publisher-wise'],
] as const;

/** Names whose order differs between bytes, UTF-16 and the alphabet of a language. */
const HOSTILE = ['Z', 'a', 'ä', 'é', 'z', '😀', '\u{ffee}', 'a.b', "it's", '\\', ''];

beforeAll(async () => {
  const rows = seedTraffic().map(stored);
  await clickhouse.insert('traffic', rows);
  await clickhouse.insert(
    'traffic',
    rows.slice(0, 2000).map((row, at) => ({
      ...row,
      package: PACKAGE,
      publisher: HOSTILE[at % HOSTILE.length],
      cost: ['99999999999.999999', '0.000001', '-0.5', '0.5'][at % 4],
      currency: ['EUR', '', 'JPY'][at % 3],
    })),
  );
});

function questionOf(board: typeof webClick | typeof appInstall, id: string, more: Partial<Filters> = {}): Question {
  const sample = sampleQuestion(board, widgetOf(board, id));
  const info = { ...sample.info, package_name: PACKAGE, time_zone: 'Asia/Kathmandu' };
  return { ...sample, info, filters: { ...sample.filters, package: PACKAGE, ...SEED_RANGE, ...more } };
}

/** What the query says when it is asked as it stands, and what the shared reading makes of it. */
async function both(question: Question): Promise<{ alone: RawRow[]; shared: RawRow[] }> {
  const query = compile(scope, question);
  expect(readingOf(query)).toBeDefined();
  const alone = await clickhouse.query<RawRow>(renderSql(query));
  return { alone: alone.map((row) => heldRow(PACKAGE, row)), shared: await createAnswers(clickhouse)(query) };
}

describe('a reading shared by several cards', () => {
  it.each(SHARED)('gives card %# the rows of its own SQL, in order, page by page, in every sort', async (board, id) => {
    const widget = widgetOf(board, id);
    const views: Partial<Filters>[] = [{}, { search: 'a' }, { search: 'nobody' }];
    if (widget.shape === 'table')
      for (const by of SORTS)
        for (const descending of [true, false])
          for (const page of [1, 2, 9]) views.push({ sort: { by, descending }, page, limit: 4 });
    for (const view of views) {
      const { alone, shared } = await both(questionOf(board, id, view));
      expect(shared, JSON.stringify(view)).toEqual(alone);
    }
  });

  it('follows the policy for suspect events and the filters of the page', async () => {
    const question = questionOf(webClick, 'publisher-wise', { where: { channel: ['search', 'social'] } });
    const two = { ...question.filters, counts: 'two' as const };
    const strict: Question = { ...question, filters: two, info: { ...question.info, suspect_counts_as: 'fraud' } };
    const { alone, shared } = await both(strict);
    expect(shared).toEqual(alone);
    expect(alone).not.toEqual((await both(question)).alone);
  });

  it('sees a verdict that was changed in place, and nobody joins a run from before the change', async () => {
    const answers = createAnswers(clickhouse);
    const query = compile(scope, questionOf(webClick, 'total'));
    const before = answers(query);
    const change = clickhouse.command(
      sql`UPDATE traffic SET verdict = 'fraud', reason = 'bot.declared' WHERE package = 'shop.example' AND kind = 'click' AND verdict = 'clean'`,
    );
    await change;
    const [after] = await answers(query);
    expect(after?.['fraud']).toBe(countIn(after ?? {}, 'total') - countIn(after ?? {}, 'suspect'));
    await before;
    for (const [board, id] of SHARED) {
      const { alone, shared } = await both(questionOf(board, id));
      expect(shared).toEqual(alone);
    }
  });

  it('is refused when it holds rows of another package, whoever asked for it', async () => {
    const other = {
      changes: 0,
      query: (async () => [{ total: 1, fraud: 0, suspect: 0, of_package: 'other.example' }]) as typeof clickhouse.query,
    };
    const query = compile(scope, questionOf(webClick, 'total'));
    await expect(createAnswers(other)(query)).rejects.toThrow('rows of another package');
  });

  it('is asked once for cards that come at the same time', async () => {
    const asked: string[] = [];
    const counting = {
      changes: 0,
      query: <T>(...[question, options]: Parameters<typeof clickhouse.query>): Promise<T[]> => {
        asked.push(options?.tag ?? '');
        return clickhouse.query<T>(question, options);
      },
    };
    const answers = createAnswers(counting);
    const cards = ['total', 'date-wise', 'week-wise', 'fraud-category', 'fraud-sub-category', 'top-publisher/clean'];
    cards.push('top-publisher/invalid', 'publisher-wise');
    await Promise.all(cards.map((id) => answers(compile(scope, questionOf(webClick, id)))));
    expect(asked.sort()).toEqual(['board', 'board', 'board', 'board-cost']);
  });

  it('gives way to the own SQL where there are more publishers than one reading returns', async () => {
    await clickhouse.insert(
      'traffic',
      Array.from({ length: MOST_GROUPS + 5 }, (_, n) => ({
        package: PACKAGE,
        kind: 'click',
        ts: '2024-03-15 12:00:00.000',
        publisher: `many ${n}`,
        verdict: 'fraud',
        cost: '1',
        currency: 'EUR',
      })),
    );
    for (const id of ['publisher-wise', 'total', 'top-publisher/invalid']) {
      const { alone, shared } = await both(questionOf(webClick, id, id === 'publisher-wise' ? { page: 3 } : {}));
      expect(shared).toEqual(alone);
    }
  });
});
