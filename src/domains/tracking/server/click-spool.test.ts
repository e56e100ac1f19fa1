import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { LinkRecord } from './click-records.ts';
import { ClickSpool } from './click-spool.ts';
import { FiledClicks } from './filed-clicks.ts';

const base = mkdtempSync(join(tmpdir(), 'adsieve-spool-'));
const folder = join(base, 'clicks');
mkdirSync(folder);
afterAll(() => rmSync(base, { recursive: true, force: true }));

const record = (id: string, packageName = 'shop.example', at = '2026-11-20T12:00:00.000Z'): LinkRecord => ({
  packageId: 1,
  packageName,
  at,
  events: [{ kind: 'click', id, fields: {} }],
  touch: null,
  uses: [],
  challenge: null,
});
const line = (...record_: Parameters<typeof record>) => `${JSON.stringify(record(...record_))}\n`;
const taken = async (spool: ClickSpool): Promise<string[]> => {
  const ids: string[] = [];
  await spool.replay(async (records) => {
    ids.push(...records.flatMap(({ events }) => events.map(({ id }) => id)));
  });
  return ids;
};
const later = (path: string, minutes: number) => utimesSync(path, new Date(), new Date(Date.now() - minutes * 60_000));

describe('clicks that wait in files', () => {
  it('are counted by package with the moment of the oldest, while they are written and when they are gone', async () => {
    const filed = new FiledClicks(base);
    const path = join(folder, 'elsewhere~7~100~1.open');
    expect(await filed.waiting()).toEqual({ clicks: 0, since: null });
    appendFileSync(path, line('a') + line('b', 'app', '2026-11-20T11:00:00.000Z') + line('c').slice(0, 40));
    expect(await filed.waiting()).toEqual({ clicks: 2, since: new Date('2026-11-20T11:00:00.000Z') });
    appendFileSync(path, line('c').slice(40));
    renameSync(path, path.replace('.open', '.closed'));
    expect(await filed.waiting('shop.example')).toEqual({ clicks: 2, since: new Date('2026-11-20T12:00:00.000Z') });
    expect(await filed.waiting('nobody')).toEqual({ clicks: 0, since: null });
    rmSync(path.replace('.open', '.closed'));
    expect(await filed.waiting()).toEqual({ clicks: 0, since: null });
  });

  it('of a machine that writes no more are taken over by whoever shares its folder, and of one that does are not', async () => {
    const [quiet, busy] = [join(folder, 'gone~7~100~1.open'), join(folder, 'busy~7~100~1.open')];
    appendFileSync(quiet, line('of a container that never came back'));
    appendFileSync(busy, line('of one that writes'));
    later(quiet, 11);
    later(busy, 9);
    const spool = new ClickSpool(folder);
    expect(await taken(spool)).toEqual(['of a container that never came back']);
    expect(readdirSync(folder)).toEqual(['busy~7~100~1.open']);
    rmSync(busy);
  });

  it('are written anew by a process whose file somebody took over meanwhile', async () => {
    const spool = new ClickSpool(folder);
    await spool.append(record('first'));
    const [name = ''] = readdirSync(folder);
    rmSync(join(folder, name));
    await spool.append(record('second'));
    await spool.append(record('third'));
    expect(await taken(spool)).toEqual(['second', 'third']);
    await spool.append(record('fourth'));
    renameSync(join(folder, readdirSync(folder)[0] ?? ''), join(folder, 'taken-over'));
    expect(await taken(spool)).toEqual([]);
    expect(spool.isUsed).toBe(false);
    rmSync(join(folder, 'taken-over'));
  });
});
