import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { rowOf } from './answer-frame.ts';

/** Milliseconds of lines in one go: they arrive thousands at once. */
const TURN_MS = 5;

/** The rows of a stream in the layout `lines`, one by one: other work goes on between them, however many there are. */
export async function* jsonLines<T>(bytes: Readable): AsyncGenerator<T> {
  let since = performance.now();
  let names: readonly unknown[] | undefined;
  try {
    for await (const line of createInterface({ input: bytes, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (line !== '') {
        const values: readonly unknown[] = JSON.parse(line);
        if (names) yield rowOf<T>(names, values);
        else names = values;
      }
      if (performance.now() - since < TURN_MS) continue;
      await setImmediate();
      since = performance.now();
    }
  } finally {
    // Reading by lines leaves its input open, and with it the place of the statement.
    bytes.destroy();
  }
}
