import { createFile, MP4BoxBuffer } from 'mp4box';
import type { MediaType } from '#domains/video-ads/contract/terms.ts';
import { bytesOf, type Files } from '#platform/server/files/files.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { FileAnswer } from '#platform/server/http/implement.ts';
import { creativeName } from './lost-creatives.ts';
import { refuse } from './refuse.ts';

/** Of a file that was asked for by a range without an end. */
const MOST_AT_ONCE = 2 * 1024 * 1024;
/** A name says what it holds, and what it holds never changes. */
const FOR_EVER = 'public, max-age=31536000, immutable';
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  jpg: 'image/jpeg',
};
const EBML = Buffer.from([0x1a, 0x45, 0xdf, 0xa3]);

export const EXTENSIONS: Readonly<Record<MediaType, string>> = {
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
};

/**
 * What a file is, by its first bytes and not by its name. A playlist names other files to be read, so whatever looks
 * like one is refused before any program sees it.
 */
export function mediaTypeOf(bytes: Buffer): MediaType {
  const start = bytes.subarray(0, 64);
  const text = start
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart();
  if (/^(#EXT|<\?xml|<MPD|<smil|\[playlist\]|ffconcat)/i.test(text)) throw refuse('playlist', {}, { field: 'file' });
  if (start.toString('latin1', 4, 8) === 'ftyp')
    return start.toString('latin1', 8, 12) === 'qt  ' ? 'video/quicktime' : 'video/mp4';
  if (start.subarray(0, 4).equals(EBML) && start.includes('webm')) return 'video/webm';
  throw refuse('no_video', {}, { field: 'file' });
}

export interface Probed {
  width: number;
  height: number;
  milliseconds: number;
  codec: string;
}

/** Size, length and codec as the boxes of an MP4 tell them; null where they do not. */
export function probeBoxes(bytes: Buffer): Probed | null {
  try {
    const file = createFile();
    let found: Probed | null = null;
    file.onReady = ({ videoTracks: [track], duration, timescale }) => {
      if (!track?.video || timescale <= 0) return;
      const { width, height } = track.video;
      const milliseconds = Math.round((duration / timescale) * 1000);
      if (width > 0 && height > 0 && milliseconds > 0) found = { width, height, milliseconds, codec: track.codec };
    };
    const copy = new Uint8Array(bytes).buffer;
    file.appendBuffer(MP4BoxBuffer.fromArrayBuffer(copy, 0), true);
    file.flush();
    return found;
  } catch {
    return null;
  }
}

/** A file of a creative, or the part of it that a player asks for: 206, or 416 for one beyond its end. */
export async function mediaAnswer(
  files: Files,
  file: string,
  range: string | string[] | undefined,
  open_: Readonly<Record<string, string>>,
): Promise<FileAnswer> {
  const gone = () => appError('not_found', { field: 'file' });
  const name = creativeName(file);
  const mediaType = MEDIA_TYPES[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
  const headers = { ...open_, 'cache-control': FOR_EVER, 'accept-ranges': 'bytes', 'content-disposition': 'inline' };
  const asked = /^bytes=(\d*)-(\d*)$/.exec(String(range ?? ''));
  if (!asked || (asked[1] === '' && asked[2] === '')) {
    const whole = await files.read(name);
    if (!whole) throw gone();
    return { fileName: file, mediaType, stream: whole, headers };
  }
  const size = await files.size(name);
  if (size === undefined) throw gone();
  const { from, to } = partOf(asked[1] ?? '', asked[2] ?? '', size);
  if (from >= size || from > to)
    return {
      fileName: file,
      mediaType,
      stream: '',
      status: 416,
      headers: { ...headers, 'content-range': `bytes */${size}` },
    };
  const stream = await files.read(name, { from, to });
  if (!stream) throw gone();
  const part = await bytesOf(stream);
  const contentRange = { 'content-range': `bytes ${from}-${to}/${size}` };
  return { fileName: file, mediaType, stream: part, status: 206, headers: { ...headers, ...contentRange } };
}

/** First and last byte, both included; `-500` are the last 500. */
function partOf(first: string, last: string, size: number): { from: number; to: number } {
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return { from, to: Math.min(end, from + MOST_AT_ONCE - 1) };
}
