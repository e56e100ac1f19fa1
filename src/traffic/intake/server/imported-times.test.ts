import { beforeAll, expect, it } from 'vitest';
import { createPackage } from '#platform/server/access/packages.ts';
import { scopeOf } from '#platform/server/access/scope.ts';
import { useDatabase } from '../../../../test/support/use-database.ts';
import { importedTimes } from './import-store.ts';

const database = useDatabase();
const scope = scopeOf({
  userId: 1,
  userName: 'ann',
  sessionId: 's',
  roleName: 'customer',
  packages: ['shop', 'bare'],
  publishers: [],
  vendors: [],
});

const imported = (name: string, state: string, first: string | null, last: string | null) =>
  database.pool.query(
    `INSERT INTO import (package_name, file_id, file_name, file_bytes, mapping, state, created_by, first_ts, last_ts)
     VALUES ($1, gen_random_uuid(), 'a.csv', 1, '{}', $2, 'ann', $3, $4)`,
    [name, state, first, last],
  );

beforeAll(async () => {
  for (const name of ['shop', 'bare', 'elsewhere'])
    await createPackage(database, {
      name,
      title: name,
      platform: 'web',
      timeZone: 'UTC',
      currency: 'EUR',
      dashboardTypes: [],
    });
  await imported('shop', 'done', '2026-03-01T10:00:00Z', '2026-03-04T09:00:00Z');
  await imported('shop', 'sweeping', '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z');
  // Nothing of these is stored, or nothing of it has a time.
  await imported('shop', 'failed', '2025-01-01T00:00:00Z', '2025-01-02T00:00:00Z');
  await imported('shop', 'done', null, null);
  await imported('elsewhere', 'done', '2026-03-01T10:00:00Z', '2026-03-04T09:00:00Z');
});

it('the days a package has events on are those its stored imports brought, of the packages of the caller only', async () => {
  const times = await importedTimes(scope, database);
  expect([...times.keys()]).toEqual(['shop']);
  expect(times.get('shop')?.toSorted((a, b) => a.first.getTime() - b.first.getTime())).toEqual([
    { first: new Date('2026-01-01T00:00:00Z'), last: new Date('2026-01-02T00:00:00Z') },
    { first: new Date('2026-03-01T10:00:00Z'), last: new Date('2026-03-04T09:00:00Z') },
  ]);
});
