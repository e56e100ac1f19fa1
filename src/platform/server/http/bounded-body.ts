import type { Readable } from 'node:stream';
import type { AppError } from './app-error.ts';

/** What was sent, in memory. A body may be longer than its head says, or say nothing. */
export async function boundedBody(body: Readable, most: number, tooLarge: () => AppError): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    const part = Buffer.from(chunk);
    bytes += part.length;
    if (bytes > most) {
      body.destroy();
      throw tooLarge();
    }
    chunks.push(part);
  }
  return Buffer.concat(chunks);
}
