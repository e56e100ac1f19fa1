import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jobsOf } from '#app/server/start-jobs.ts';
import { erasureTable } from '#domains/privacy/server/erasure-store.ts';
import { LOCALE_CODES } from '#platform/contract/locales.ts';
import { jobRunTable } from '#platform/server/jobs/job-runs.ts';
import { ruleSetTable } from '#traffic/judge/server/tables.ts';
import { ruleRewriteTable } from '#traffic/rule-sets/server/tables.ts';
import { useApp } from '../support/use-app.ts';

const app = useApp();
const jobs = () => jobsOf(app.context);
const plans = () => jobs().map(({ plan }) => plan);

/** Cheap, and due at any time: it starts beside all others. */
const EVERY_MINUTE = '* * * * *';

const crons = (): { name: string; cron: string }[] =>
  plans()
    .flatMap(({ name, cron, resume }) => [
      ...(cron === undefined ? [] : [{ name, cron }]),
      ...(resume ? [{ name: resume.queue, cron: resume.cron }] : []),
    ])
    .filter(({ cron }) => cron !== EVERY_MINUTE);

/** `7`, `*`, `4-59/10`: the numbers a field of a schedule stands for. */
function numbersOf(field: string, end: number): number[] {
  const [, from, to, step] = /^(?:\*|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/.exec(field) ?? [];
  const first = Number(from ?? 0);
  const last = from === undefined ? end - 1 : Number(to ?? from);
  return Array.from({ length: last - first + 1 }, (_, at) => first + at).filter(
    (n) => (n - first) % Number(step ?? 1) === 0,
  );
}

function minutesOfDay(cron: string): number[] {
  const [minute = '', hour = '', ...days] = cron.split(' ');
  expect(days, cron).toEqual(['*', '*', '*']);
  return numbersOf(hour, 24).flatMap((h) => numbersOf(minute, 60).map((m) => 60 * h + m));
}

async function imports(states: readonly string[]): Promise<number[]> {
  const { rows } = await app.context.database.pool.query<{ id: number }>(
    `INSERT INTO import (package_name, file_id, file_name, file_bytes, mapping, state, created_by)
      SELECT 'own.example', gen_random_uuid(), 'a.csv', 1, '{}', state, 'test' FROM unnest($1::text[]) AS state RETURNING id`,
    [states],
  );
  return rows.map(({ id }) => id);
}

describe('the jobs', () => {
  it('that are declared anywhere are run by somebody', () => {
    const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) =>
      /server\/.*\.ts$/.test(path),
    );
    const declared = sources
      .filter((path) => !path.endsWith('.test.ts'))
      .flatMap((path) => [...readFileSync(join('src', path), 'utf8').matchAll(/\bjob\(\{\s*name: '([^']+)'/g)])
      .map(([, name]) => name);
    expect(
      plans()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(declared.toSorted());
  });

  it('and the lists of the product have a name in each language on the page of the server', () => {
    const queues = plans().flatMap(({ name, resume }) => [name, ...(resume ? [resume.queue] : [])]);
    const lists = app.context.lists().filter(({ origin }) => origin === 'shipped');
    const named = [...queues.map((queue) => `job_${queue}`), ...lists.map(({ id }) => `list_${id}`)].toSorted();
    for (const locale of LOCALE_CODES) {
      const texts = JSON.parse(readFileSync(`src/domains/server-settings/web/i18n/server.${locale}.json`, 'utf8'));
      expect(
        Object.keys(texts)
          .filter((key) => /^(job|list)_/.test(key))
          .toSorted(),
        locale,
      ).toEqual(named);
    }
  });

  it('have a queue each', () => {
    const queues = plans().flatMap(({ name, resume }) => [name, ...(resume ? [resume.queue] : [])]);
    expect(queues.length).toBe(new Set(queues).size);
  });

  it('that bring events, take them back or judge them anew are followed by whatever looks at figures', () => {
    const changing = plans().flatMap(({ name, changes }) => (changes === 'figures' ? [name] : []));
    const bring = ['import', 'after-live-loads'];
    const judge = [
      'compare-supply',
      'fetch-supply',
      'sweep',
      'refill',
      'rewrite-history',
      'decide-all',
      'expire-white-list',
    ];
    expect(changing.toSorted()).toEqual([...bring, ...judge].toSorted());
  });

  it('that have a schedule need no data, and no two of them start in the same minute', () => {
    expect(plans().filter(({ cron, data }) => cron !== undefined && !data.safeParse({}).success)).toEqual([]);
    const starts = crons().flatMap(({ name, cron }) => minutesOfDay(cron).map((minute) => ({ name, minute })));
    const clashes = starts.filter(({ minute }, at) => starts.findIndex((each) => each.minute === minute) < at);
    expect(clashes).toEqual([]);
  });

  it('say what a stop left undone, as data that they take', async () => {
    const { database } = app.context;
    const { db } = database;
    await app.package({ name: 'own.example' });
    await db.insert(jobRunTable).values([
      { job: 'sweep daily', period: '2026-11-19', state: 'running' },
      { job: 'sweep hourly', period: '2026-11-19T10', state: 'running' },
      { job: 'sweep hourly', period: '2026-11-19T09', state: 'failed' },
      { job: 'refill', period: '0085 own.example', state: 'failed' },
    ]);
    await db
      .insert(erasureTable)
      .values({ kind: 'package', target: { kind: 'package', package: 'gone.example', files: [] }, author: 'test' });
    const packageName = 'own.example';
    const by = { author: 'test', reason: 'test' };
    const effectiveFrom = new Date('2026-11-01T00:00:00Z');
    await db.insert(ruleSetTable).values({ packageName, version: 2, effectiveFrom, rules: {}, ...by });
    await db.insert(ruleRewriteTable).values({ packageName, version: 2, judgedFrom: effectiveFrom });
    const ids = await imports(['scanning', 'sweeping', 'done']);
    // Loads of live traffic are taken up by who loads it.
    await database.pool.query('UPDATE import SET live = true WHERE id = ANY($1)', [
      await imports(['scanning', 'sweeping']),
    ]);
    const left = async (when: 'start' | 'later') => {
      const found: Record<string, object[]> = {};
      for (const { unfinished } of jobs())
        for (const { queue, data } of await unfinished(when)) found[queue] = [...(found[queue] ?? []), data];
      return found;
    };
    const always = {
      'rewrite-history': [{ package: packageName, version: 2 }],
      sweep: [
        { job: 'hourly', period: '2026-11-19T10' },
        { job: 'daily', period: '2026-11-19' },
      ],
      refill: [{ period: '0085 own.example' }],
      erase: [{}],
    };
    expect(await left('start')).toEqual({ ...always, import: [{ id: ids[0] }, { id: ids[1] }] });
    // One that is not visible yet may be under way past the queue.
    expect(await left('later')).toEqual({ ...always, import: [{ id: ids[1] }] });
  });
});
