// @drawn days replaced, form by form
import { beforeEach, describe, expect, test } from 'vitest';
import { systemScope } from '#platform/server/access/scope.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { failingAt } from '../../../../test/support/failing-engine.ts';
import { PACKAGE, useImports } from '../../../../test/support/use-imports.ts';
import { storeLocalFile } from './import-files.ts';
import { findImport } from './import-store.ts';
import { confirmReplacing, createImport, requestCancel, requestUndo } from './imports.ts';
import { type ImportDeps, runImport } from './run-import.ts';

const imports = useImports();
const scope = systemScope();
beforeEach(async () => {
  await imports.clear();
  await imports.deps.clickhouse.command(sql`TRUNCATE TABLE traffic_replaced`);
  await imports.deps.database.pool.query('DELETE FROM import');
});

const HEADER = 'time,publisher,ip,user_agent,note';
const line = (day: number, second: number, publisher: string, note: string) =>
  `2026-03-0${day} 10:00:0${second},${publisher},198.51.100.${day},Mozilla/5.0,${note}`;
const file = (...lines: string[]) => `${[HEADER, ...lines].join('\n')}\n`;

/** Days 1, 2 and 3; the first click of day 2 makes the second one a repeat. */
const FIRST = file(
  line(1, 0, 'alpha', 'kept'),
  line(2, 0, 'alpha', 'old'),
  line(2, 5, 'alpha', 'both'),
  line(3, 0, 'alpha', 'old'),
);
/** Day 2 corrected: one event stays, one goes, two come; and one of day 3. */
const CORRECTED = file(
  line(2, 5, 'alpha', 'both'),
  line(2, 7, 'beta', 'new'),
  line(2, 8, 'beta', 'new'),
  line(3, 9, 'beta', 'new'),
);

async function queued(content: string): Promise<number> {
  const { deps } = imports;
  const path = await imports.file('clicks.csv', content);
  const stored = await storeLocalFile(scope, deps.database, deps.folder, {
    packageName: PACKAGE,
    path,
    name: 'clicks.csv',
  });
  const wanted = { packageName: PACKAGE, fileId: stored.id, timeZone: 'UTC', replaceDays: true };
  return createImport(scope, deps, wanted);
}

/** The import of CORRECTED after a person chose day 2. */
async function chosen(): Promise<number> {
  const id = await queued(CORRECTED);
  await runImport(systemScope(), imports.deps, id);
  await confirmReplacing(scope, imports.deps, id, ['2026-03-02']);
  return id;
}

const notes = async () =>
  (await imports.rows<{ day: string; note: string }>("toString(toDate(ts)) AS day, extra['note'] AS note")).map(
    ({ day, note }) => `${day.slice(-1)} ${note}`,
  );
/** Everything but when it was stored. */
const state = () => imports.rows('* EXCEPT received_at');
const AFTER = ['1 kept', '2 both', '2 new', '2 new', '3 old', '3 new'];
const tables = (clickhouse: ImportDeps['clickhouse']) =>
  clickhouse.query(
    sql`SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, 'import_work_')`,
  );

describe('replacing days', () => {
  test('stores nothing until a person has seen for each day of the file what is there and what comes', async () => {
    await imports.run('clicks.csv', FIRST);
    const before = await state();
    const id = await queued(CORRECTED);
    const waiting = await runImport(systemScope(), imports.deps, id);
    expect(waiting).toMatchObject({
      state: 'waiting',
      replacePlan: [
        { day: '2026-03-02', fresh: 3, stored: 1 },
        { day: '2026-03-03', fresh: 1, stored: 1 },
      ],
    });
    expect(await state()).toEqual(before);
    expect(await tables(imports.deps.clickhouse)).toEqual([]);
    await expect(confirmReplacing(scope, imports.deps, id, ['2026-03-01'])).rejects.toThrow(/days of the file/);
    await requestCancel(scope, imports.deps, id);
    expect(await findImport(scope, imports.deps.database, id)).toMatchObject({ state: 'cancelled' });
    await expect(confirmReplacing(scope, imports.deps, id, [])).rejects.toThrow(/does not wait/);
    expect(await state()).toEqual(before);
  });

  test('takes the events of the chosen days, and of them those the file does not have', async () => {
    await imports.run('clicks.csv', FIRST);
    const [both] = await imports.rows<{ n: number }>(
      "countIf(clicks_1m = 2 AND extra['note'] = 'both') AS n, any(ts) AS ts, any(row_id) AS row_id",
    );
    expect(both?.n).toBe(1);
    const id = await chosen();
    expect(await runImport(systemScope(), imports.deps, id)).toMatchObject({
      state: 'done',
      records: 4,
      duplicates: 1,
      replaced: 1,
    });
    expect(await notes()).toEqual(AFTER);
    // The click before it is gone: it repeats nothing now, and three are left in its minute with the two that came.
    expect(await imports.rows("extra['note'] AS note, clicks_1m, repeat_gap_seconds")).toContainEqual({
      note: 'both',
      clicks_1m: 3,
      repeat_gap_seconds: null,
    });
  });

  test('leaves other sources, other reports and other days alone', async () => {
    await imports.run('clicks.csv', FIRST);
    const other = await imports.run('visits.csv', file(line(2, 1, 'alpha', 'visit')));
    expect(other.mapping.report).not.toBe('click');
    await runImport(systemScope(), imports.deps, await chosen());
    expect(await notes()).toEqual(['1 kept', '2 visit', '2 both', '2 new', '2 new', '3 old', '3 new']);
  });

  test('asks nothing where nothing is stored, and the same file again replaces nothing', async () => {
    expect(await runImport(systemScope(), imports.deps, await queued(CORRECTED))).toMatchObject({
      state: 'done',
      replaced: 0,
    });
    const before = await state();
    expect(await runImport(systemScope(), imports.deps, await queued(CORRECTED))).toMatchObject({
      state: 'done',
      duplicates: 4,
    });
    expect(await state()).toEqual(before);
  });

  test('is taken back with the import, to the row', async () => {
    await imports.run('clicks.csv', FIRST);
    const before = await state();
    const id = await chosen();
    await runImport(systemScope(), imports.deps, id);
    await requestUndo(scope, imports.deps, id);
    await runImport(systemScope(), imports.deps, id);
    expect(await state()).toEqual(before);
  });

  test('whatever is undone first, in the end nothing is left', async () => {
    const first = await imports.run('clicks.csv', FIRST);
    const second = await chosen();
    await runImport(systemScope(), imports.deps, second);
    for (const id of [first.id, second]) {
      await requestUndo(scope, imports.deps, id);
      await runImport(systemScope(), imports.deps, id);
    }
    expect(await imports.count()).toBe(0);
    expect(await imports.deps.clickhouse.query(sql`SELECT row_id FROM traffic_replaced`)).toEqual([]);
  });

  test('an import between two others can be undone: the last one has the day', async () => {
    const first = await imports.run('clicks.csv', FIRST);
    const second = await chosen();
    await runImport(systemScope(), imports.deps, second);
    const third = await queued(file(line(2, 9, 'gamma', 'last')));
    await runImport(systemScope(), imports.deps, third);
    await confirmReplacing(scope, imports.deps, third, ['2026-03-02']);
    await runImport(systemScope(), imports.deps, third);
    const last = ['1 kept', '2 last', '3 old', '3 new'];
    expect(await notes()).toEqual(last);
    await requestUndo(scope, imports.deps, second);
    await runImport(systemScope(), imports.deps, second);
    expect(await notes()).toEqual(last.filter((each) => each !== '3 new'));
    await requestUndo(scope, imports.deps, third);
    await runImport(systemScope(), imports.deps, third);
    expect(await notes()).toEqual(['1 kept', '2 old', '2 both', '3 old']);
    expect(new Set((await imports.rows<{ import_id: number }>('import_id')).map((row) => row.import_id))).toEqual(
      new Set([first.id]),
    );
  });

  test('an event that was replaced and then imported again is there once, and stays while one of its imports does', async () => {
    const first = await imports.run('clicks.csv', FIRST);
    const second = await chosen();
    await runImport(systemScope(), imports.deps, second);
    const again = await imports.run('clicks.csv', FIRST);
    expect(again).toMatchObject({ duplicates: 3 });
    await requestUndo(scope, imports.deps, second);
    await runImport(systemScope(), imports.deps, second);
    expect(await notes()).toEqual(['1 kept', '2 old', '2 both', '3 old']);
    for (const [id, left] of [
      [again.id, 4],
      [first.id, 0],
    ] as const) {
      await requestUndo(scope, imports.deps, id);
      await runImport(systemScope(), imports.deps, id);
      expect(await imports.count()).toBe(left);
    }
  });

  test('goes on exactly where an engine gave up, and so does its undo', { timeout: 120_000 }, async () => {
    await imports.run('clicks.csv', FIRST);
    const before = await state();
    const id = await chosen();
    const stopAt = async (tag: string, nth = 1) => {
      const { deps, state: engine } = failingAt(imports.deps, nth, tag);
      await runImport(systemScope(), deps, id).catch(() => {});
      expect(engine.failed, `it comes to ${tag}`).toBe(true);
    };
    for (const tag of ['import-replace', 'import-replace-remove', 'import-commit', 'import-claim', 'import-claim'])
      await stopAt(tag);
    expect(await runImport(systemScope(), imports.deps, id)).toMatchObject({ state: 'done', replaced: 1 });
    expect(await notes()).toEqual(AFTER);
    await requestUndo(scope, imports.deps, id);
    await stopAt('import-remove');
    for (const nth of [1, 2, 3]) await stopAt('import-restore', nth);
    expect(await runImport(systemScope(), imports.deps, id)).toMatchObject({ state: 'undone' });
    expect(await state()).toEqual(before);
  });
});
