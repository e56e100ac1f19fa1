import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { SPOOL_LIMITS, spooled } from './spool.ts';

const folder = mkdtempSync(join(tmpdir(), 'adsieve-spool-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const parts = (count: number, bytes = 50_000): Buffer[] =>
  Array.from({ length: count }, (_, n) => Buffer.alloc(bytes, n));

/** What is made, and how much of it was asked for. */
function maker(made: readonly Buffer[]): { source: Readable; asked: () => number } {
  let asked = 0;
  const source = Readable.from(
    (async function* () {
      for (const part of made) {
        asked++;
        yield part;
      }
    })(),
  );
  return { source, asked: () => asked };
}

it('gives the same bytes, none, few and many, and leaves no file behind', async () => {
  for (const count of [0, 1, 100]) {
    const made = parts(count);
    expect((await buffer(await spooled(maker(made).source, folder))).equals(Buffer.concat(made))).toBe(true);
  }
  expect(readdirSync(folder)).toEqual([]);
});

it('is made to its end while nobody takes it', async () => {
  const { source, asked } = maker(parts(200));
  const stream = await spooled(source, folder);
  await expect.poll(() => source.destroyed).toBe(true);
  expect(asked()).toBe(200);
  expect((await buffer(stream)).length).toBe(200 * 50_000);
});

it('waits where too much lies between, and goes on when it is taken', async () => {
  const { source, asked } = maker(parts(200));
  const stream = await spooled(source, folder, { ...SPOOL_LIMITS, aheadBytes: 1_000_000 });
  await sleep(200);
  expect(asked()).toBeLessThan(60);
  expect((await buffer(stream)).length).toBe(200 * 50_000);
});

it('ends what makes it when the reader leaves, also before the first byte, and when nobody takes anything', async () => {
  const endless = () =>
    Readable.from(
      (async function* () {
        for (;;) {
          await sleep(1);
          yield Buffer.alloc(10_000);
        }
      })(),
    );
  const [early, midst, idle] = [endless(), endless(), endless()];
  (await spooled(early, folder)).destroy();
  for await (const _ of await spooled(midst, folder)) break;
  const forgotten = await spooled(idle, folder, { ...SPOOL_LIMITS, idleMs: 50 });
  forgotten.on('error', () => {});
  await expect.poll(() => [early, midst, idle].map(({ destroyed }) => destroyed)).toEqual([true, true, true]);
});

it('passes on a failure, before the first byte or after what was made', async () => {
  const failing = Readable.from(
    (async function* () {
      yield Buffer.from('begun');
      throw new Error('the engine went away');
    })(),
  );
  await expect(buffer(await spooled(failing, folder))).rejects.toThrow('the engine went away');
});

it('ends what makes it where there is no room for a file', async () => {
  const { source } = maker(parts(3));
  await expect(spooled(source, '/dev/null/spool')).rejects.toThrow(/ENOTDIR|EEXIST/);
  expect(source.destroyed).toBe(true);
});
