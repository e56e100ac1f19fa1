// @drawn steps at which a sweep breaks off
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createPackage } from '#platform/server/access/packages.ts';
import { sample } from '../../../../../test/support/sample.ts';
import { useChild } from '../../../../../test/support/use-child.ts';
import { layMigratedEngine } from '../../../../../test/support/use-clickhouse.ts';
import { useDatabase } from '../../../../../test/support/use-database.ts';

const database = useDatabase();
beforeAll(() =>
  createPackage(database, {
    name: 'game',
    title: 'Game',
    platform: 'app',
    timeZone: 'UTC',
    currency: 'EUR',
    dashboardTypes: [],
  }),
);

describe('kill -9', () => {
  const run = useChild('sweep-child');
  const root = mkdtempSync(join(tmpdir(), 'adsieve-sweep-kill-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const child = async (
    folder: string,
    kill = '',
  ): Promise<{ finished: boolean; verdicts: string; facts: string; heirs: number } | null> => {
    const { rows } = await database.pool.query('SELECT current_database() AS name');
    const connection = JSON.stringify({ ...inject('postgres'), database: rows[0]?.name });
    const { signal, lastLine } = await run([connection, join(root, folder), kill]);
    return signal === 'SIGKILL' ? null : JSON.parse(lastLine);
  };
  const period = async () => {
    const { rows } = await database.pool.query(
      "SELECT state, fence, result FROM job_run WHERE job = 'sweep daily' AND period = '2026-03-14'",
    );
    return rows;
  };
  const forget = () => database.pool.query('DELETE FROM job_run; DELETE FROM verdict_change');
  const recorded = async () => {
    const { rows } = await database.pool.query(
      'SELECT from_verdict, to_verdict, sum(events)::int AS events FROM verdict_change_count GROUP BY 1, 2 ORDER BY 1, 2',
    );
    return rows;
  };

  it('anywhere in a sweep, and begun again, ends as an undisturbed one: once, recorded once', {
    timeout: 300_000,
  }, async () => {
    await forget();
    await layMigratedEngine(join(root, 'calm'));
    const calm = await child('calm');
    expect(calm).toMatchObject({ finished: true, work: 0 });
    expect(calm?.heirs).toBeGreaterThan(50);
    const [only] = await period();
    const counted = await recorded();
    expect(counted.length).toBeGreaterThan(0);
    // Of the writes of a step the first is of events that inherit, the second of what they inherit from.
    const steps = [
      'sweep-agents:1',
      'sweep-replace:1',
      'sweep-replace:2',
      'judge-compare:1',
      'judge-write:1',
      'judge-write:2',
    ];
    for (const kill of sample('killed sweeps', steps, 2)) {
      await forget();
      const folder = kill.replace(':', '-');
      await layMigratedEngine(join(root, folder));
      expect(await child(folder, kill), kill).toBeNull();
      expect(
        (await period()).map(({ state }) => state),
        kill,
      ).toEqual(['running']);
      const again = await child(folder);
      expect({ ...again, work: 0 }, kill).toEqual(calm);
      expect(await recorded(), kill).toEqual(counted);
      const [row] = await period();
      expect([row?.state, row?.fence], kill).toEqual(['done', 2]);
      expect(only?.state).toBe('done');
      // The third has nothing to do.
      expect(await child(folder), kill).toMatchObject({ finished: false, verdicts: calm?.verdicts });
    }
  });
});
