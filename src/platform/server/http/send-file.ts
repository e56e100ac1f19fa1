import { Readable } from 'node:stream';
import contentDisposition from 'content-disposition';
import type { FastifyReply } from 'fastify';
import { cancelled } from '../clickhouse/lane.ts';
import type { FileAnswer } from './implement.ts';
import { spooled } from './spool.ts';

export async function sendFile(
  reply: FastifyReply,
  file: FileAnswer,
  { spoolFolder, signalOf }: { spoolFolder: string; signalOf: () => AbortSignal },
): Promise<FastifyReply> {
  const stream = file.stream instanceof Readable ? await spooled(file.stream, spoolFolder) : file.stream;
  if (stream instanceof Readable) {
    const signal = signalOf();
    signal.addEventListener('abort', () => stream.destroy(), { once: true });
    if (signal.aborted) stream.destroy();
    await begun(stream);
    if (signal.aborted) throw cancelled();
  }
  if (file.version) {
    const { etag, changedAt } = file.version;
    // Compressed it is the same text and another row of bytes, which a strong tag would deny.
    reply.header('etag', file.encoding ? `W/${etag}` : etag).header('last-modified', changedAt.toUTCString());
    reply.header('vary', 'accept-encoding');
  }
  reply.header('cache-control', file.version ? 'no-cache' : 'no-store').headers(file.headers ?? {});
  if (file.version && isUnchanged(reply, file.version)) return reply.code(304).send();
  if (file.encoding) reply.header('content-encoding', file.encoding);
  return reply
    .header('content-disposition', file.headers?.['content-disposition'] ?? contentDisposition(file.fileName))
    .header('x-content-type-options', 'nosniff')
    .code(file.status ?? 200)
    .type(file.mediaType)
    .send(stream);
}

/** Whoever names a tag is told by it alone; the date, of whole seconds, is for those who name none (RFC 9110). */
function isUnchanged(
  { request: { headers } }: FastifyReply,
  { etag, changedAt }: NonNullable<FileAnswer['version']>,
): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return Math.floor(changedAt.getTime() / 1000) * 1000 <= since;
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
