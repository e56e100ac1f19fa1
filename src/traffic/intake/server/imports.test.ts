import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { systemScope } from '#platform/server/access/scope.ts';
import { decideEvent } from '#traffic/explorer/server/decide.ts';
import { PACKAGE, useImports } from '../../../../test/support/use-imports.ts';
import { deleteOldUploads } from './import-files.ts';
import { requestUndo } from './imports.ts';
import { runImport } from './run-import.ts';

const imports = useImports();
beforeEach(() => imports.clear());

const CLICKS = `time,publisher,campaign,ip,user_agent,cost,note
2026-03-01 10:00:00,alpha,spring,198.51.100.7,Mozilla/5.0 (X11; Linux x86_64) Firefox/115.0,0.10,a
2026-03-01 10:00:05,alpha,spring,198.51.100.7,Mozilla/5.0 (X11; Linux x86_64) Firefox/115.0,0.10,b
2026-04-02 11:00:00,beta,spring,203.0.113.9,curl/8.1,0.20,
`;

describe('what people and sources say', () => {
  test('a decision on an event survives undoing its import and importing it again', async () => {
    const first = await imports.run('clicks.csv', CLICKS);
    const [row] = await imports.rows<{ row_id: string; verdict: string }>('row_id, verdict');
    if (!row) throw new Error('no row');
    const scope = systemScope();
    const marked = { package: PACKAGE, rowId: row.row_id, decision: 'fraud' as const, reason: 'seen by hand' };
    await decideEvent(scope, imports.deps, marked);
    await requestUndo(scope, imports.deps, first.id);
    await runImport(systemScope(), imports.deps, first.id);
    expect(await imports.count()).toBe(0);
    await imports.run('clicks.csv', CLICKS);
    const again = await imports.rows<{ row_id: string }>('row_id, decision, verdict, reason');
    expect(again.find(({ row_id }) => row_id === row.row_id)).toMatchObject({
      decision: 'fraud',
      verdict: 'fraud',
      reason: 'human.fraud',
    });
  });

  test('a blank agent is evidence only where the file reports agents', async () => {
    await imports.run('clicks.csv', 'time,publisher,ip,user_agent\n2026-03-01 10:00:00,alpha,198.51.100.7,\n');
    expect(await imports.rows('ua_class')).toEqual([{ ua_class: 'empty' }]);
    await imports.clear();
    await imports.run('clicks.csv', 'time,publisher,ip\n2026-03-01 10:00:00,alpha,198.51.100.7\n');
    expect(await imports.rows('ua_class, verdict')).toEqual([{ ua_class: '', verdict: 'clean' }]);
  });

  test('an upload is kept for a week after its last import', async () => {
    const { fileId } = await imports.run('clicks.csv', CLICKS);
    const path = join(imports.deps.folder.files.place, 'files', 'imports', fileId);
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
    await deleteOldUploads(imports.deps.database, imports.deps.folder, inDays(6));
    expect(existsSync(path)).toBe(true);
    expect(await deleteOldUploads(imports.deps.database, imports.deps.folder, inDays(8))).toBeGreaterThan(0);
    expect(existsSync(path)).toBe(false);
    expect(await imports.count()).toBe(3);
  });

  test('column order and quotes do not change who a record is', async () => {
    await imports.run('clicks.csv', CLICKS);
    const before = await imports.rows('row_id, publisher, extra');
    const columns = [6, 0, 3, 2, 1, 5, 4];
    const swapped = CLICKS.trimEnd()
      .split('\n')
      .map((line) => line.split(','))
      .map((fields) => columns.map((index) => `"${fields[index]}"`).join(','))
      .join('\n');
    expect(await imports.run('clicks.csv', swapped)).toMatchObject({ records: 3, duplicates: 3 });
    expect(await imports.rows('row_id, publisher, extra')).toEqual(before);
  });

  test('separators and line breaks inside fields are kept', async () => {
    const note = 'a\u001fb';
    const text = `time,publisher,ip,note\n2026-03-01 10:00:00,"al,""pha",198.51.100.7,${note}\n2026-03-01 10:00:01,"","198.51.100.7","c\nd"\n`;
    await imports.run('clicks.csv', text);
    expect(await imports.rows('publisher, extra')).toMatchObject([
      { publisher: 'al,"pha', extra: { note } },
      { extra: { note: 'c\nd' } },
    ]);
  });
});

describe('importing a file', () => {
  test('stores its records with facts and verdicts, unknown columns kept', async () => {
    const done = await imports.run('clicks.csv', CLICKS);
    expect(done).toMatchObject({ state: 'done', records: 3, rejected: 0, duplicates: 0, error: null });
    expect(done.blind.map((each) => each.rule)).not.toContain('non-browser');
    const rows = await imports.rows(
      'kind, toString(ts) AS ts, publisher, cost, extra, ua_class, verdict, reason, clicks_1m',
    );
    expect(rows).toMatchObject([
      { kind: 'click', ts: '2026-03-01 10:00:00.000', publisher: 'alpha', cost: 0.1, extra: { note: 'a' } },
      { kind: 'click', extra: { note: 'b' }, clicks_1m: 2 },
      { kind: 'click', ua_class: 'library', verdict: 'fraud', reason: 'bot.non_browser' },
    ]);
  });

  test('twice changes nothing', async () => {
    await imports.run('clicks.csv', CLICKS);
    const before = await imports.rows('*');
    const again = await imports.run('other-name-clicks.csv', CLICKS);
    expect(again).toMatchObject({ state: 'done', records: 3, duplicates: 3 });
    expect(await imports.rows('*')).toEqual(before);
  });

  test('counts a line that stands twice in it twice', async () => {
    const [header = '', line = ''] = CLICKS.split('\n');
    const text = `${header}\n${line}\n${line}\n`;
    await imports.run('twice.csv', text);
    expect(await imports.count()).toBe(2);
    await imports.run('twice.csv', text);
    expect(await imports.count()).toBe(2);
  });

  test('leaves nothing behind but its rows', async () => {
    await imports.run('clicks.csv', CLICKS);
    const { sql } = await import('#platform/server/clickhouse/sql.ts');
    expect(
      await imports.deps.clickhouse.query(
        sql`SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, 'import_work_')`,
      ),
    ).toEqual([]);
    const { readdirSync } = await import('node:fs');
    expect(readdirSync(imports.deps.clickhouse.userFiles)).toEqual([]);
  });

  test('rejects impossible values with line, column and reason, and stores the rest', async () => {
    const done = await imports.run(
      'bad.csv',
      `time,publisher,ip,cost,country
2026-02-30 10:00:00,a,1.2.3.4,1,DE
2026-02-28 25:00:00,a,1.2.3.4,1,DE
,a,1.2.3.4,1,DE
2026-02-28 10:00:00,a,1.2.3.444,1,DE
2026-02-28 10:00:00,a,1.2.3.4,-1,DE
2026-02-28 10:00:00,a,1.2.3.4,99999999999999999999999,DE
2026-02-28 10:00:00,a,1.2.3.4,1,Atlantis
2999-02-28 10:00:00,a,1.2.3.4,1,DE
2026-02-28 10:00:00,a,1.2.3.4,1,Germany
2026-02-28 10:00:00,a,1.2.3.4
2026-02-28 10:00:01,a,,,
`,
    );
    expect(done).toMatchObject({ state: 'done', records: 11, rejected: 9 });
    expect(await imports.rows('declared_country')).toEqual([{ declared_country: 'DE' }, { declared_country: '' }]);
    const rejects = await imports.rejects(done);
    expect(rejects).toHaveLength(9);
    expect(rejects.find((line) => line.startsWith('4,5,'))).toBe(
      '4,5,ip,not an IPv4 or IPv6 address,1.2.3.444,not_an_address',
    );
  });

  test('guesses day order, decimal mark and delimiter of a German export', async () => {
    const done = await imports.run(
      'de.csv',
      'Datum;publisher;Kosten\n31.12.2025 23:59:59;a;1.234,50\n01.02.2026 00:00:00;a;0,5\n',
    );
    expect(done).toMatchObject({ state: 'done', records: 2, rejected: 0 });
    expect(await imports.rows('toString(ts) AS ts, cost')).toEqual([
      { ts: '2025-12-31 23:59:59.000', cost: 1234.5 },
      { ts: '2026-02-01 00:00:00.000', cost: 0.5 },
    ]);
  });
});

describe('undo', () => {
  const run = async (id: number) => {
    await requestUndo(systemScope(), imports.deps, id);
    return runImport(systemScope(), imports.deps, id);
  };

  test('removes what only this import brought and hands over the rest', async () => {
    const lines = CLICKS.trimEnd().split('\n');
    const first = await imports.run('one.csv', `${lines.slice(0, 3).join('\n')}\n`);
    const second = await imports.run('two.csv', `${[lines[0], lines[2], lines[3]].join('\n')}\n`);
    expect(second).toMatchObject({ records: 2, duplicates: 1 });
    expect(await imports.count()).toBe(3);
    expect(await run(first.id)).toMatchObject({ state: 'undone' });
    expect(await imports.rows('import_id, clicks_1m')).toEqual([
      { import_id: second.id, clicks_1m: 1 },
      { import_id: second.id, clicks_1m: 1 },
    ]);
    expect(await run(second.id)).toMatchObject({ state: 'undone' });
    expect(await imports.count()).toBe(0);
    expect(await imports.run('one.csv', CLICKS)).toMatchObject({ duplicates: 0 });
    expect(await imports.count()).toBe(3);
  });

  test('of the later import leaves the rows of the earlier', async () => {
    const first = await imports.run('one.csv', CLICKS);
    const second = await imports.run('two.csv', CLICKS);
    await run(second.id);
    expect(await imports.count()).toBe(3);
    await run(first.id);
    expect(await imports.count()).toBe(0);
  });
});

const log = resolve(process.env.ADSIEVE_SHARED ?? '../shared', 'data/weblogs/apache_combined_10000.log.gz');
if (!existsSync(log)) console.warn(`SKIPPED: the real web log is not at ${log}; set ADSIEVE_SHARED`);

describe.skipIf(!existsSync(log))('a real web log', () => {
  test('gives 10,000 records whose days add up to an independent count', async () => {
    const packed = readFileSync(log);
    const days = new Map<string, number>();
    for (const line of gunzipSync(packed).toString('latin1').trimEnd().split('\n')) {
      const day = /\[(\d\d)\/May\/2015/.exec(line)?.[1] ?? 'none';
      days.set(`2015-05-${day}`, (days.get(`2015-05-${day}`) ?? 0) + 1);
    }
    const pages = await imports.run('access.log.gz', packed);
    expect(pages).toMatchObject({
      state: 'done',
      records: 10_000,
      rejected: 0,
      mapping: { site: ['semicomplete.com'] },
    });
    expect(pages.leftOut.reduce((sum, { records }) => sum + records, await imports.count())).toBe(10_000);
    const done = await imports.run('access.log.gz', packed, { ...pages.mapping, requests: undefined });
    expect(done).toMatchObject({ state: 'done', records: 10_000, rejected: 0, leftOut: [] });
    const rows = await imports.rows<{ day: string; kind: string }>('toString(toDate(ts)) AS day, kind');
    const stored = new Map<string, number>();
    for (const { day } of rows) stored.set(day, (stored.get(day) ?? 0) + 1);
    expect(stored).toEqual(days);
    expect(new Set(rows.map((row) => row.kind))).toEqual(new Set(['visit']));
    expect(done.blind.map((each) => each.rule)).not.toContain('declared-bot');
  });
});

test('a gzipped file is the same file', async () => {
  await imports.run('clicks.csv', CLICKS);
  expect(await imports.run('clicks.csv.gz', gzipSync(CLICKS))).toMatchObject({ records: 3, duplicates: 3 });
  expect(join(PACKAGE)).toBe(PACKAGE);
});
