import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Silence as a wave file, of 8,000 bytes a second. */
export function wave(seconds: number): Buffer {
  const head = Buffer.from(
    'RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data\0\0\0\0',
    'latin1',
  );
  head.writeUInt32LE(36 + seconds * 8_000, 4);
  head.writeUInt32LE(seconds * 8_000, 40);
  return Buffer.concat([head, Buffer.alloc(seconds * 8_000, 128)]);
}

/** Files made for a test file, in a folder that is gone after it. */
export function useMediaFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'adsieve-media-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** One picture a second, plain: what takes long is the length. */
  function film(name: string, seconds: number): string {
    const path = join(folder, name);
    const source = ['-f', 'lavfi', '-i', `color=c=teal:s=320x180:d=${seconds}:r=1`];
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...source, '-c:v', 'libvpx-vp9', '-cpu-used', '8', path]);
    return path;
  }

  /** With a box behind it that players skip, of so many bytes in all. */
  function padded(path: string, bytes: number): string {
    const box = Buffer.alloc(bytes - readFileSync(path).length);
    box.writeUInt32BE(box.length);
    box.write('free', 4, 'latin1');
    writeFileSync(path, Buffer.concat([readFileSync(path), box]));
    return path;
  }

  /** A file of so many bytes that takes no room. */
  function sparse(name: string, bytes: number): string {
    const path = join(folder, name);
    writeFileSync(path, '');
    truncateSync(path, bytes);
    return path;
  }
  return { folder, film, padded, sparse };
}
