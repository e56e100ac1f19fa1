import { beforeAll, expect, it } from 'vitest';
import { createPackage, packageInfoOf } from '#platform/server/access/packages.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { scopeAs } from '../../../../test/support/scope-as.ts';
import { useClickHouse } from '../../../../test/support/use-clickhouse.ts';
import { useDatabase } from '../../../../test/support/use-database.ts';
import { freshnessOf, isImportLate } from './freshness.ts';

const ch = useClickHouse();
const database = useDatabase();
const NOW = new Date('2026-03-20T12:00:00Z');
const HOUR = 3_600_000;

const owner = scopeAs({ packages: ['shop', 'bare'] });
const publisher = scopeAs({ packages: ['shop', 'bare'], roleName: 'publisher', publishers: ['mine'] });

const ask = async (scope: Scope, name: string, now = NOW) =>
  freshnessOf(scope, { clickhouse: ch, database, now: () => now }, await packageInfoOf(owner, database, name, now));

const imported = (finished: string, state = 'done') =>
  database.pool.query(
    `INSERT INTO import (package_name, file_id, file_name, file_bytes, mapping, state, created_by, finished_at)
     VALUES ('shop', gen_random_uuid(), 'a.csv', 1, '{}', $1, 'ann', $2)`,
    [state, finished],
  );

beforeAll(async () => {
  for (const name of ['shop', 'bare'])
    await createPackage(database, {
      name,
      title: name,
      platform: 'web',
      timeZone: 'Asia/Tokyo',
      currency: 'EUR',
      dashboardTypes: [],
    });
  await ch.command(sql`TRUNCATE TABLE traffic`);
  const event = { package: 'shop', kind: 'click', person: 0, publisher: 'other' };
  await ch.insert('traffic', [
    { ...event, ts: '2026-03-19 23:30:00.000' },
    { ...event, kind: 'visit', publisher: 'mine', ts: '2026-03-18 01:00:00.000' },
    { ...event, package: 'elsewhere', ts: '2026-03-20 11:00:00.000' },
  ]);
});

it('is silent of a package without anything', async () => {
  expect(await ask(owner, 'bare')).toEqual({
    event_at: null,
    import_at: null,
    sweep_at: null,
    importing: 0,
    late: [],
  });
});

it('names the newest event the caller may see, the last import, the last sweep and what runs', async () => {
  await imported('2026-03-20T09:00:00Z');
  await imported('2026-03-20T11:59:00Z', 'failed');
  await imported('2026-03-20T11:59:00Z', 'judging');
  await ch.insert('source_swept', [
    {
      package: 'shop',
      day: '2026-03-19',
      inputs: 'x',
      made_by: '',
      version: `${Date.parse('2026-03-20T09:01:00Z') * 1_000}`,
    },
    { package: 'elsewhere', day: '2026-03-19', inputs: 'x', made_by: '', version: `${NOW.getTime() * 1_000}` },
  ]);
  expect(await ask(owner, 'shop')).toEqual({
    event_at: '2026-03-19T23:30:00Z',
    import_at: '2026-03-20T09:00:00.000Z',
    sweep_at: '2026-03-20T09:01:00.000Z',
    importing: 1,
    late: [],
  });
  expect((await ask(publisher, 'shop')).event_at).toBe('2026-03-18T01:00:00Z');
  await expect(ask(scopeAs({ packages: ['bare'] }), 'shop')).rejects.toThrow();
});

it('says that judging is behind when the daily sweep did not come, and not any more once it has', async () => {
  const later = new Date('2026-03-21T12:00:00Z');
  expect((await ask(owner, 'shop', later)).late).toEqual(['sweep']);
  await database.pool.query(
    "INSERT INTO job_run (job, period, state, finished_at) VALUES ('sweep daily', '2026-03-21', 'done', '2026-03-21T02:00:00Z')",
  );
  const { late, sweep_at } = await ask(owner, 'shop', later);
  expect([late, sweep_at]).toEqual([[], '2026-03-21T02:00:00.000Z']);
});

it('calls an import late by the rhythm of those before, never one of a package that is filled once', () => {
  const daily = [0, 24, 48, 72, 96].map((hours) => NOW.getTime() - hours * HOUR);
  const at = (hours: number): number => NOW.getTime() + hours * HOUR;
  expect(isImportLate(daily, at(47))).toBe(false);
  expect(isImportLate(daily, at(49))).toBe(true);
  expect(isImportLate(daily.slice(0, 3), at(1_000))).toBe(false);
  expect(isImportLate([], at(0))).toBe(false);
  const burst = [0, 1, 2, 3].map((hours) => NOW.getTime() - hours * HOUR);
  expect(isImportLate(burst, at(23))).toBe(false);
});
