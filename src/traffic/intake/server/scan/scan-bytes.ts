import { CsvScanner } from './csv-scanner.ts';
import { MAX_RECORD_BYTES, type RecordScanner } from './faults.ts';

/** Room for the longest record and a chunk after it. */
const WINDOW_BYTES = 3 * MAX_RECORD_BYTES;

/**
 * Feeds a stream of bytes to a scanner through one fixed window, so memory does not grow with the file. `between` runs
 * after each window: there the caller writes out what was found, and may throw to stop.
 */
export async function scanBytes(
  source: AsyncIterable<Buffer>,
  scanner: RecordScanner,
  between: () => Promise<void>,
): Promise<void> {
  const window = Buffer.allocUnsafe(WINDOW_BYTES);
  let start = 0;
  let end = 0;
  const drain = (last: boolean) => {
    if (scanner instanceof CsvScanner) scanner.window(window, start, end);
    while (start < end) {
      const next = scanner.next(window, start, end, last);
      if (next < 0) break;
      start = next;
    }
  };
  for await (const chunk of source) {
    for (let taken = 0; taken < chunk.length; ) {
      if (start > 0) {
        window.copy(window, 0, start, end);
        end -= start;
        start = 0;
      }
      const size = Math.min(chunk.length - taken, MAX_RECORD_BYTES, WINDOW_BYTES - end);
      chunk.copy(window, end, taken, taken + size);
      taken += size;
      end += size;
      drain(false);
      await between();
    }
  }
  drain(true);
  await between();
}
