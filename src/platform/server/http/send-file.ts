import { Readable } from 'node:stream';
import contentDisposition from 'content-disposition';
import type { FastifyReply } from 'fastify';
import { cancelled } from '../clickhouse/lane.ts';
import type { FileAnswer } from './implement.ts';
import { spooled } from './spool.ts';

export async function sendFile(
  reply: FastifyReply,
  file: FileAnswer,
  { spoolFolder, signal }: { spoolFolder: string; signal: AbortSignal },
): Promise<FastifyReply> {
  const stream = file.stream instanceof Readable ? await spooled(file.stream, spoolFolder) : file.stream;
  if (stream instanceof Readable) {
    signal.addEventListener('abort', () => stream.destroy(), { once: true });
    if (signal.aborted) stream.destroy();
    await begun(stream);
    if (signal.aborted) throw cancelled();
  }
  return reply
    .header('content-disposition', contentDisposition(file.fileName))
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .type(file.mediaType)
    .send(stream);
}

/**
 * A download that fails before its first byte is refused like
 * any other call; after that only the broken connection tells.
 */
function begun(stream: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: Error): void => {
      stream.off('readable', settle).off('end', settle).off('close', settle).off('error', settle);
      if (error) reject(error);
      else resolve();
    };
    if (stream.errored) return reject(stream.errored);
    stream.once('readable', settle).once('end', settle).once('close', settle).once('error', settle);
  });
}
