import { createReadStream, type ReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { codeOf, ImportRefused } from '../import-error.ts';
import { BombGuard } from './unpack-limits.ts';
import { zipBytes } from './zip-bytes.ts';

const CHUNK_BYTES = 1024 * 1024;

/** A file's unpacked bytes, and how much of the file itself has been read. */
export interface ByteSource {
  bytes: AsyncIterable<Buffer>;
  read: () => number;
}

/** Text inside a plain, gzip or zip file. Memory stays at a few chunks whatever the size. */
export function openBytes(
  path: string,
  name: string,
  container: 'plain' | 'gzip' | 'zip',
  signal?: AbortSignal,
): ByteSource {
  if (container === 'zip') return zipBytes(path, name, signal);
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES, ...(signal ? { signal } : {}) });
  const read = () => file.bytesRead;
  return { bytes: container === 'gzip' ? unzipped(file, name, read) : file, read };
}

async function* unzipped(file: ReadStream, name: string, read: () => number): AsyncGenerator<Buffer> {
  const guard = new BombGuard(name, read);
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  file.on('error', (error) => gunzip.destroy(error));
  let unpacked = 0;
  try {
    for await (const chunk of file.pipe(gunzip)) {
      if (!Buffer.isBuffer(chunk)) continue;
      unpacked += chunk.length;
      guard.add(chunk.length);
      yield chunk;
    }
  } catch (error) {
    throw gzipRefusal(error, name, unpacked);
  } finally {
    gunzip.destroy();
    // Whoever has seen enough leaves a file that has not ended: nothing else would close it.
    file.destroy();
  }
}

function gzipRefusal(error: unknown, name: string, unpacked: number): unknown {
  const code = codeOf(error);
  const values = { name, n: unpacked.toLocaleString('en') };
  if (code === 'Z_BUF_ERROR') return new ImportRefused('gzip_cut', values);
  if (code.startsWith('Z_')) return new ImportRefused('gzip_damaged', values);
  return error;
}
