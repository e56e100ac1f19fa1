import { expect, test } from 'vitest';
import { systemScope } from '#platform/server/access/scope.ts';
import { loadPolicy } from '#traffic/judge/server/load-policy.ts';
import { ruleSetTable } from '#traffic/judge/server/tables.ts';
import { failingAt } from '../../../../test/support/failing-engine.ts';
import { PACKAGE, useImports } from '../../../../test/support/use-imports.ts';
import { importLocalFile } from './imports.ts';
import { runImport } from './run-import.ts';

const imports = useImports();

const CLICKS = `time,publisher,ip,user_agent
2026-03-01 10:00:00,alpha,198.51.100.7,Mozilla/5.0 (X11; Linux x86_64) Firefox/115.0
2026-03-02 11:00:00,beta,203.0.113.9,curl/8.1
`;

test('rules saved while a file waits to become visible judge it, though it was judged before them', async () => {
  const { database } = imports.deps;
  const { deps } = failingAt(imports.deps, 1, 'import-commit');
  const source = {
    packageName: PACKAGE,
    path: await imports.file('clicks.csv', CLICKS),
    fileName: 'clicks.csv',
    timeZone: 'UTC',
  };
  await expect(importLocalFile(systemScope(), deps, source)).rejects.toThrow('No space left');
  const { ruleSet } = await loadPolicy(database, PACKAGE);
  const off = Object.fromEntries(Object.keys(ruleSet.rules).map((id) => [id, { mode: 'off' as const, limits: {} }]));
  await database.db
    .insert(ruleSetTable)
    .values({ packageName: PACKAGE, version: ruleSet.version + 1, rules: off, reason: 'test', author: 't' });
  const { rows } = await database.pool.query("SELECT id FROM import WHERE state = 'committing'");
  expect(await runImport(systemScope(), imports.deps, rows[0]?.id)).toMatchObject({ state: 'done' });
  expect(await imports.rows('publisher, verdict, hits')).toEqual([
    { publisher: 'alpha', verdict: 'clean', hits: [] },
    { publisher: 'beta', verdict: 'clean', hits: [] },
  ]);
});
