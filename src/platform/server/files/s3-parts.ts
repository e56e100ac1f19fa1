/** Of an upload in parts: S3 takes 5 MB at least and 10,000 of them, so files of up to 80 GB. */
export const PART_BYTES = 8 * 1024 * 1024;

/** The same bytes in parts of PART_BYTES, of which the last may be shorter; one part is held at a time. */
export async function* partsOf(
  pieces: AsyncIterable<Buffer | string> | Iterable<Buffer | string>,
  signal?: AbortSignal,
): AsyncGenerator<Buffer, undefined> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const piece of pieces) {
    signal?.throwIfAborted();
    for (let rest = typeof piece === 'string' ? Buffer.from(piece) : piece; rest.length > 0; ) {
      const taken = rest.subarray(0, PART_BYTES - size);
      held.push(taken);
      size += taken.length;
      rest = rest.subarray(taken.length);
      if (size < PART_BYTES) continue;
      yield Buffer.concat(held, size);
      held = [];
      size = 0;
    }
  }
  signal?.throwIfAborted();
  if (size > 0) yield Buffer.concat(held, size);
}
