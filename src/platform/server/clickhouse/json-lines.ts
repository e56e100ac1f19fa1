import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { setImmediate } from 'node:timers/promises';
import { rowOf } from './answer-frame.ts';

/** Milliseconds of lines in one go: they arrive thousands at once. */
const TURN_MS = 5;

/**
 * The rows of a stream in the layout `lines`, one by one: other work goes on between them, however many there are. Ends
 * the stream when its reader leaves, and with an error when the stream is ended (`readline` would wait for ever).
 */
export async function* jsonLines<T>(bytes: Readable): AsyncGenerator<T> {
  const decoder = new StringDecoder('utf8');
  let since = performance.now();
  let names: readonly unknown[] | undefined;
  let rest = '';
  for await (const chunk of bytes) {
    const lines = (rest + decoder.write(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const values: readonly unknown[] = JSON.parse(line);
      if (names) yield rowOf<T>(names, values);
      else names = values;
      if (performance.now() - since < TURN_MS) continue;
      await setImmediate();
      since = performance.now();
    }
  }
}
