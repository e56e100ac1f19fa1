import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** The rows of an answer in JSONEachRow, one by one: other work goes on between them, however many there are. */
export async function* jsonLines<T>(bytes: Readable): AsyncGenerator<T> {
  for await (const line of createInterface({ input: bytes, crlfDelay: Number.POSITIVE_INFINITY }))
    if (line !== '') yield JSON.parse(line) as T;
}
