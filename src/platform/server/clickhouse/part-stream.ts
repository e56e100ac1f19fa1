import { Readable } from 'node:stream';

/**
 * A stream of parts whose first has been awaited. `close` runs when it has ended or was called off, also when nobody
 * ever read it: what a generator would do at its end is not done by one that never began.
 */
export async function partStream(parts: AsyncGenerator<Buffer>, close: () => Promise<void>): Promise<Readable> {
  // Whose answer it is, and whether it is one, must be known before any of it is handed over.
  const first = await parts.next();
  const stream = Readable.from(joined(first, parts), { objectMode: false });
  stream.once('close', () => void parts.return(undefined).then(close, close));
  return stream;
}

async function* joined(first: IteratorResult<Buffer>, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
