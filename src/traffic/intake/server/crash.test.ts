import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { systemScope } from '#platform/server/access/scope.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { LEAST_EVENTS } from '#traffic/sources/server/sweep/read-units.ts';
import { failingAt } from '../../../../test/support/failing-engine.ts';
import { isWhole, sample } from '../../../../test/support/sample.ts';
import { useChild } from '../../../../test/support/use-child.ts';
import { layMigratedEngine } from '../../../../test/support/use-clickhouse.ts';
import { PACKAGE, useImports } from '../../../../test/support/use-imports.ts';
import { storeLocalFile } from './import-files.ts';
import { findImport } from './import-store.ts';
import { createImport, requestUndo } from './imports.ts';
import { runImport } from './run-import.ts';

const imports = useImports();
beforeEach(() => imports.clear());

/** Two months, so that a commit has more than one step. */
const clicks = (rows: number): string =>
  `time,publisher,ip,user_agent\n${Array.from(
    { length: rows },
    (_, n) =>
      `2026-0${3 + (n % 2)}-01 10:${String(n % 60).padStart(2, '0')}:00,p${n % 7},198.51.100.${n % 200},Mozilla/5.0\n`,
  ).join('')}`;
const ROWS = 300;
/** Too few to be swept: the steps of a sweep have their own tests, here and beside it. */
const FEW = LEAST_EVENTS - 1;
/** A run fails at every fifth step, beginning with one of the first five; a whole one at each. */
const EVERY = isWhole ? 1 : 5;
const [ofImport = 1] = sample('steps at which an import fails', [1, 2, 3, 4, 5], 1);
const [ofUndo = 1] = sample('steps at which an undo fails', [1, 2, 3, 4, 5], 1);

async function queued(rows = ROWS): Promise<number> {
  const { deps } = imports;
  const path = await imports.file('clicks.csv', clicks(rows));
  const scope = systemScope();
  const stored = await storeLocalFile(scope, deps.database, deps.folder, {
    packageName: PACKAGE,
    path,
    name: 'clicks.csv',
  });
  return createImport(scope, deps, { packageName: PACKAGE, fileId: stored.id, timeZone: 'UTC' });
}

describe('an engine that fails', () => {
  test('at any step of an import leaves nothing or lets it be completed, never half of it', {
    timeout: 240_000,
  }, async () => {
    for (let step = ofImport, failed = true; failed; step += EVERY) {
      await imports.clear();
      const id = await queued(FEW);
      const { deps, state } = failingAt(imports.deps, step);
      await runImport(systemScope(), deps, id).catch(() => {});
      failed = state.failed;
      const row = await findImport(systemScope(), imports.deps.database, id);
      if (row.state === 'failed') {
        expect(await imports.count()).toBe(0);
        expect(row.error).toMatch(/disk is full/);
      } else {
        expect(await runImport(systemScope(), imports.deps, id)).toMatchObject({ state: 'done', records: FEW });
        expect(await imports.count(), `after failing at change ${step}`).toBe(FEW);
      }
    }
  });

  test.each(sample('failing sweeps', ['sweep-large', 'sweep-counts', 'sweep-replace'], 1))(
    'at %s leaves the rows visible and the sweep to be taken up again',
    { timeout: 240_000 },
    async (tag) => {
      await imports.run('clicks.csv', clicks(ROWS));
      const verdicts = () => imports.rows('record_no, verdict, hits');
      const swept = await verdicts();
      await imports.clear();
      // The same rows would not be counted again.
      await imports.deps.clickhouse.command(sql`TRUNCATE TABLE source_counted`);
      const id = await queued();
      const { deps, state } = failingAt(imports.deps, 1, tag);
      await expect(runImport(systemScope(), deps, id)).rejects.toThrow('No space left');
      expect(state.failed).toBe(true);
      expect(await findImport(systemScope(), imports.deps.database, id)).toMatchObject({ state: 'sweeping' });
      expect(await imports.count()).toBe(ROWS);
      expect(await runImport(systemScope(), imports.deps, id)).toMatchObject({ state: 'done', records: ROWS });
      expect(await verdicts()).toEqual(swept);
    },
  );

  test('at any step of an undo lets it be completed', { timeout: 240_000 }, async () => {
    for (let step = ofUndo, failed = true; failed; step += EVERY) {
      await imports.clear();
      const id = await queued(FEW);
      await runImport(systemScope(), imports.deps, id);
      await requestUndo(systemScope(), imports.deps, id);
      const { deps, state } = failingAt(imports.deps, step);
      await runImport(systemScope(), deps, id).catch(() => {});
      failed = state.failed;
      expect(await runImport(systemScope(), imports.deps, id)).toMatchObject({ state: 'undone' });
      expect(await imports.count()).toBe(0);
    }
  });
});

describe('kill -9', () => {
  const run = useChild('import-child');
  const folder = mkdtempSync(join(tmpdir(), 'adsieve-kill-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Answers its last line, or the signal. */
  async function child(engine: string, id: number, killAt: string): Promise<string> {
    const { rows } = await imports.deps.database.pool.query<{ name: string }>('SELECT current_database() AS name');
    const connection = JSON.stringify({ ...inject('postgres'), database: rows[0]?.name });
    const { signal, lastLine } = await run([connection, engine, imports.deps.folder.files.place, String(id), killAt]);
    return signal ?? lastLine;
  }

  const steps = ['import-stage', 'import-facts', 'import-judge', 'import-commit', 'import-commit:2', 'import-claim'];
  test.each(sample('killed imports', steps, 2))(
    'during %s, then a start: every row once',
    { timeout: 120_000 },
    async (killAt) => {
      const id = await queued();
      const engine = join(folder, killAt.replace(':', '-'));
      await layMigratedEngine(engine);
      expect(await child(engine, id, killAt)).toBe('SIGKILL');
      expect(await child(engine, id, 'never')).toBe(
        JSON.stringify({ state: 'done', rows: ROWS, distinct: ROWS, work: 0 }),
      );
      expect(await child(engine, id, 'never')).toBe(
        JSON.stringify({ state: 'done', rows: ROWS, distinct: ROWS, work: 0 }),
      );
    },
  );
});
