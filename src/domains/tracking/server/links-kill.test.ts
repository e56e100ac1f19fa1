// @drawn steps at which a process is killed
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createPackage } from '#platform/server/access/packages.ts';
import { isWhole, seedOf } from '../../../../test/support/sample.ts';
import { useChild } from '../../../../test/support/use-child.ts';
import { layMigratedEngine } from '../../../../test/support/use-clickhouse.ts';
import { useDatabase } from '../../../../test/support/use-database.ts';
import { hashOf } from './key.ts';

const database = useDatabase();
const run = useChild('links-child');
const folder = mkdtempSync(join(tmpdir(), 'adsieve-kill-links-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const KILLS = isWhole ? 200 : 4;
/** From the moment it listens. */
const LONGEST_MS = 1200;
const KEY = 'a-campaign12';

beforeAll(async () => {
  await createPackage(database, {
    name: 'shop.example',
    title: 'Shop',
    platform: 'web',
    timeZone: 'UTC',
    currency: 'USD',
    dashboardTypes: ['Click'],
  });
  await database.pool.query(
    `INSERT INTO tracking_campaign (package_name, key, campaign_name, landing_page, time_zone, currency, duplicate_seconds,
       postback_secret, created_by) VALUES ('shop.example', $1, 'Killed', $2, 'UTC', 'USD', 0, $3, 'test')`,
    [KEY, 'https://shop.example/?id={click_id}', hashOf('secret')],
  );
  await layMigratedEngine(join(folder, 'engine'));
});

/** Follows the link until nobody answers; ids of clicks that were sent on. */
async function followAt(address: string, answered: Set<string>): Promise<void> {
  for (;;) {
    const answer = await fetch(`${address}/t/c/${KEY}`, { redirect: 'manual' }).catch(() => null);
    const to = answer?.headers.get('location');
    if (!to) return;
    answered.add(new URL(to).searchParams.get('id') ?? '');
  }
}

test('kill -9 at any moment loses no click that was sent on, from the database or the file, and doubles none', {
  timeout: 600_000,
}, async () => {
  const { rows } = await database.pool.query<{ name: string }>('SELECT current_database() AS name');
  const connection = JSON.stringify({ ...inject('postgres'), database: rows[0]?.name });
  const place = [connection, join(folder, 'engine'), join(folder, 'files')];
  const answered = new Set<string>();
  for (let n = 0; n < KILLS; n++) {
    // Every other process waits for nothing: what it answers lies in its file.
    const { signal } = await run([...place, 'serve', n % 2 === 0 ? '20' : '0'], (line, kill) => {
      const { address } = JSON.parse(line);
      const before = answered.size;
      for (const _ of [1, 2, 3, 4]) void followAt(address, answered);
      // However slow the machine is, some have been answered when it comes.
      const watch = setInterval(() => {
        if (answered.size === before) return;
        clearInterval(watch);
        setTimeout(kill, seedOf(`kill links ${n}`) % LONGEST_MS);
      }, 10);
    });
    expect(signal).toBe('SIGKILL');
  }
  const { lastLine } = await run([...place, 'finish']);
  const said: { rows: { id: string; n: number }[]; filed: number } = JSON.parse(lastLine);
  const stored = new Map(said.rows.map(({ id, n }) => [id, n]));
  expect(answered.size).toBeGreaterThan(KILLS);
  expect([...answered].filter((id) => !stored.has(id))).toEqual([]);
  expect([...stored].filter(([, n]) => n !== 1)).toEqual([]);
  const touches = await database.pool.query<{ id: string }>('SELECT id FROM tracking_touch');
  expect([touches.rows.length, said.filed]).toEqual([stored.size, 0]);
});
