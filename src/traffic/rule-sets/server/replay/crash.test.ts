// @drawn steps at which a process is killed
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createPackage } from '#platform/server/access/packages.ts';
import { loadPolicy } from '#traffic/judge/server/load-policy.ts';
import { ruleSetTable, verdictChangeCountTable } from '#traffic/judge/server/tables.ts';
import { defaultRuleSet } from '#traffic/rules/server/registry.ts';
import { sample } from '../../../../../test/support/sample.ts';
import { useChild } from '../../../../../test/support/use-child.ts';
import { layMigratedEngine } from '../../../../../test/support/use-clickhouse.ts';
import { useDatabase } from '../../../../../test/support/use-database.ts';
import { ruleRewriteTable } from '../tables.ts';

const database = useDatabase();
const run = useChild('rewrite-child');
const folder = mkdtempSync(join(tmpdir(), 'adsieve-rewrite-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const PACKAGE = 'shop';

beforeAll(() =>
  createPackage(database, {
    name: PACKAGE,
    title: 'Shop',
    platform: 'app',
    timeZone: 'UTC',
    currency: 'EUR',
    dashboardTypes: [],
  }),
);

/** Answers the state it left, or the signal. */
async function child(version: number, kill: string): Promise<string> {
  const { rows } = await database.pool.query<{ name: string }>('SELECT current_database() AS name');
  const connection = JSON.stringify({ ...inject('postgres'), database: rows[0]?.name });
  const { signal, lastLine } = await run([connection, folder, PACKAGE, String(version), kill]);
  return signal ?? lastLine;
}

/** The next version, which switches all rules off, or back to what they are by default. */
async function save(mode: 'default' | 'off'): Promise<number> {
  const { ruleSet } = await loadPolicy(database, PACKAGE);
  const { rules } = defaultRuleSet();
  const version = ruleSet.version + 1;
  const from = new Date('2026-01-01T00:00:00Z');
  await database.db.insert(ruleSetTable).values({
    packageName: PACKAGE,
    version,
    effectiveFrom: from,
    reason: 'test',
    author: 't',
    rules:
      mode === 'default'
        ? rules
        : Object.fromEntries(Object.entries(rules).map(([id, rule]) => [id, { ...rule, mode }])),
  });
  await database.db.insert(ruleRewriteTable).values({ packageName: PACKAGE, version, judgedFrom: from });
  return version;
}

const effectOf = async (version: number) =>
  (await database.db.select().from(ruleRewriteTable)).find((row) => row.version === version)?.effect;
const recorded = async (): Promise<number> =>
  (await database.db.select().from(verdictChangeCountTable)).reduce((sum, { events }) => sum + events, 0);

describe('kill -9 while a version is written into history', () => {
  test('at any step, then a start: the state and the record of an undisturbed run', { timeout: 280_000 }, async () => {
    await layMigratedEngine(folder);
    await child(0, 'fill');
    const before = await recorded();
    const off = await child(await save('off'), 'never');
    const changed = (await recorded()) - before;
    expect(changed).toBeGreaterThan(0);
    let expected = changed;
    for (const kill of sample('killed rewrites', ['rule-rewrite:1', 'judge-write:1', 'judge-persons:1'], 1)) {
      const on = await save('default');
      await child(on, 'never');
      expected += (await effectOf(on))?.events ?? 0;
      const again = await save('off');
      expect(await child(again, kill)).toBe('SIGKILL');
      expect(await child(again, 'never'), kill).toBe(off);
      expect((await effectOf(again))?.events, kill).toBe(changed);
      expected += changed;
      expect((await recorded()) - before, kill).toBe(expected);
    }
  });
});
