import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliDecompress } from 'node:zlib';

/**
 * A data folder out of its archive, ready to be opened. How one is made: docs/testing.md. The files of PostgreSQL belong
 * to `nobody` in it, since root may not run that server.
 */
export async function unpackFolder(archive: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'adsieve-earlier-'));
  const tar = spawn('tar', ['-x', '-p', '-C', folder, '-f', '-'], { stdio: ['pipe', 'ignore', 'inherit'] });
  const ended = new Promise<number | null>((resolve, reject) => {
    tar.once('error', reject);
    tar.once('close', resolve);
  });
  // Catalogs of four databases are alike, and far from each other.
  const unpacking = createBrotliDecompress({ params: { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 } });
  await pipeline(createReadStream(archive), unpacking, tar.stdin);
  const code = await ended;
  if (code !== 0) throw new Error(`tar ended with ${code} on ${archive}`);
  return folder;
}
