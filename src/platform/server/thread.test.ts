import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { lastingThread } from './thread.ts';

const folder = mkdtempSync(join(tmpdir(), 'adsieve-thread-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, 'echo.mjs');
writeFileSync(
  path,
  `import { parentPort, threadId } from 'node:worker_threads';
  parentPort.on('message', async (said) => {
    if (said === 'fail') throw new Error('it cannot be drawn');
    if (said === 'never') return;
    parentPort.postMessage(Buffer.from(threadId + ' ' + said));
  });`,
);
const ENTRY = pathToFileURL(path);
const [thread, words] = [
  (bytes: Buffer) => String(bytes).split(' ')[0],
  (bytes: Buffer) => String(bytes).split(' ')[1],
];

it('a thread that waits makes one after the other, and those that ask at once get their own', async () => {
  const ask = lastingThread(ENTRY);
  const answers = await Promise.all(['a', 'b', 'c'].map((said) => ask(said)));
  expect(answers.map(words)).toEqual(['a', 'b', 'c']);
  expect(new Set(answers.map(thread)).size).toBe(1);
});

it('a failure is that of who asked, and the next begins a new thread', async () => {
  const ask = lastingThread(ENTRY);
  const first = await ask('a');
  await expect(ask('fail')).rejects.toThrow('it cannot be drawn');
  const next = await ask('b');
  expect([words(next), thread(next) === thread(first)]).toEqual(['b', false]);
});

it('who goes away ends the work, and the next does not wait for it', async () => {
  const ask = lastingThread(ENTRY);
  const stop = new AbortController();
  const left = ask('never', stop.signal);
  setTimeout(() => stop.abort(new Error('gone')), 50);
  await expect(left).rejects.toThrow('gone');
  expect(words(await ask('b'))).toBe('b');
  await expect(ask('c', AbortSignal.abort(new Error('gone before')))).rejects.toThrow('gone before');
});

it('a thread that nobody asks for a while ends', async () => {
  const ask = lastingThread(ENTRY, 20);
  const first = await ask('a');
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(thread(await ask('b'))).not.toBe(thread(first));
});
