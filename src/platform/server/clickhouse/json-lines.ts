import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

/** Milliseconds of lines in one go: they arrive thousands at once. */
const TURN_MS = 5;

/** The rows of an answer in JSONEachRow, one by one: other work goes on between them, however many there are. */
export async function* jsonLines<T>(bytes: Readable): AsyncGenerator<T> {
  let since = performance.now();
  for await (const line of createInterface({ input: bytes, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line !== '') yield JSON.parse(line) as T;
    if (performance.now() - since < TURN_MS) continue;
    await setImmediate();
    since = performance.now();
  }
}
