// @drawn steps at which a process is killed
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createPackage } from '#platform/server/access/packages.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { isWhole, seedOf } from '../../../../test/support/sample.ts';
import { useChild } from '../../../../test/support/use-child.ts';
import { layMigratedEngine } from '../../../../test/support/use-clickhouse.ts';
import { useDatabase } from '../../../../test/support/use-database.ts';
import { makeKey } from './write-keys.ts';

const database = useDatabase();
const run = useChild('collector-child');
const folder = mkdtempSync(join(tmpdir(), 'adsieve-kill-live-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const KILLS = isWhole ? 200 : 10;
/** From the moment it listens: some die before the first load, most within one. */
const LONGEST_MS = 1200;

let secret = '';
beforeAll(async () => {
  await createPackage(database, {
    name: 'shop.example',
    title: 'Shop',
    platform: 'web',
    timeZone: 'UTC',
    currency: 'USD',
    dashboardTypes: ['Click'],
  });
  const wanted = { package_name: 'shop.example', name: 'Killed', origins: [] };
  secret = (await makeKey(systemScope(), database, new Date(), wanted)).secret;
  await layMigratedEngine(join(folder, 'engine'));
});

/** Sends until nobody answers. What was not acknowledged is sent again by the next, as senders do. */
async function sendTo(address: string, state: State): Promise<void> {
  for (;;) {
    const ids = [...state.open, ...Array.from({ length: 3 }, () => `e${state.next++}`)].slice(0, 20);
    for (const id of ids) {
      state.open.add(id);
      state.sent.add(id);
    }
    const answer = await fetch(`${address}/api/ingest/click`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(ids.map((id) => ({ event_id: id, publisher: 'p', click_id: id }))),
    }).catch(() => null);
    if (answer?.status !== 202) return;
    const { accepted, duplicates } = (await answer.json().catch(() => ({}))) as Record<string, number>;
    if ((accepted ?? 0) + (duplicates ?? 0) !== ids.length) return;
    for (const id of ids) {
      state.open.delete(id);
      state.acknowledged.add(id);
    }
    await new Promise((go) => setTimeout(go, 10));
  }
}

interface State {
  next: number;
  open: Set<string>;
  sent: Set<string>;
  acknowledged: Set<string>;
}

test('kill -9 at any moment between acknowledgement and boards loses nothing acknowledged and doubles nothing', {
  timeout: 600_000,
}, async () => {
  const { rows } = await database.pool.query<{ name: string }>('SELECT current_database() AS name');
  const connection = JSON.stringify({ ...inject('postgres'), database: rows[0]?.name });
  const place = [connection, join(folder, 'engine'), join(folder, 'files')];
  const state: State = { next: 0, open: new Set(), sent: new Set(), acknowledged: new Set() };
  for (let n = 0; n < KILLS; n++) {
    const { signal } = await run([...place, 'serve'], (line, kill) => {
      const { address } = JSON.parse(line);
      for (const _ of [1, 2]) void sendTo(address, state);
      setTimeout(kill, seedOf(`kill ${n}`) % LONGEST_MS);
    });
    expect(signal).toBe('SIGKILL');
  }
  const { lastLine } = await run([...place, 'finish']);
  const stored = new Map<string, number>(
    (JSON.parse(lastLine).rows as { id: string; n: number }[]).map(({ id, n }) => [id, n]),
  );
  expect(state.acknowledged.size).toBeGreaterThan(KILLS);
  expect([...state.acknowledged].filter((id) => !stored.has(id))).toEqual([]);
  expect([...stored].filter(([, n]) => n !== 1)).toEqual([]);
  expect([...stored.keys()].filter((id) => !state.sent.has(id))).toEqual([]);
  const left = await database.pool.query('SELECT 1 FROM intake_batch');
  expect(left.rows).toEqual([]);
});
