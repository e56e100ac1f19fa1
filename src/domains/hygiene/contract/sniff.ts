import { KINDS, type Kind } from './terms.ts';

/** What a file is by its first bytes. */
export interface Sniffed {
  kind: Kind;
  mediaType: string;
  ending: string;
  /** What ffmpeg is to read it with: a list of other files is never followed. */
  reader: string;
}

/** So many bytes decide. */
export const SNIFF_BYTES = 4_100;

const textAt = (bytes: Uint8Array, from: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(from, from + length));
const ascii = (bytes: Uint8Array, from: number, text: string): boolean => textAt(bytes, from, text.length) === text;
const begins = (bytes: Uint8Array, ...signs: readonly number[]): boolean =>
  signs.every((sign, at) => bytes[at] === sign);
const of = (kind: Kind, mediaType: string, ending: string, reader = ''): Sniffed => ({
  kind,
  mediaType,
  ending,
  reader,
});

/** Brands of the first box of the ISO base media format that hold a sound without pictures, or one picture. */
const SOUND_BRANDS = new Set(['M4A ', 'M4B ', 'M4P ']);
const PICTURE_BRANDS = new Set(['avif', 'avis']);

function ofBoxes(bytes: Uint8Array): Sniffed {
  const brand = textAt(bytes, 8, 4);
  if (PICTURE_BRANDS.has(brand)) return of('image', 'image/avif', 'avif');
  if (SOUND_BRANDS.has(brand)) return of('audio', 'audio/mp4', 'm4a', 'mov');
  return brand === 'qt  ' ? of('video', 'video/quicktime', 'mov', 'mov') : of('video', 'video/mp4', 'mp4', 'mov');
}

/** Containers that hold a film or a recording without pictures: of these alone the sender is asked which it is. */
const EITHER: Readonly<Record<string, string>> = { mp4: 'audio/mp4', webm: 'audio/webm', ogg: 'video/ogg' };

/**
 * Undefined for what is none of them (SVG, for it may hold scripts; playlists, archives, texts, programs), and for what
 * is of another kind than it is sent as: a film that is called a picture.
 */
export function sniff(bytes: Uint8Array, declared = ''): Sniffed | undefined {
  const found = byBytes(bytes);
  const kind = KINDS.find((one) => declared.toLowerCase().startsWith(`${one}/`));
  if (!found || kind === undefined || kind === found.kind) return found;
  const mediaType = EITHER[found.ending];
  return mediaType?.startsWith(kind) ? { ...found, kind, mediaType } : undefined;
}

function byBytes(bytes: Uint8Array): Sniffed | undefined {
  if (begins(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return of('image', 'image/png', 'png');
  if (begins(bytes, 0xff, 0xd8, 0xff)) return of('image', 'image/jpeg', 'jpg');
  if (ascii(bytes, 0, 'GIF87a') || ascii(bytes, 0, 'GIF89a')) return of('image', 'image/gif', 'gif');
  if (ascii(bytes, 0, 'RIFF') && ascii(bytes, 8, 'WEBP')) return of('image', 'image/webp', 'webp');
  if (ascii(bytes, 0, 'RIFF') && ascii(bytes, 8, 'WAVE')) return of('audio', 'audio/wav', 'wav', 'wav');
  if (ascii(bytes, 0, 'RIFF') && ascii(bytes, 8, 'AVI ')) return of('video', 'video/x-msvideo', 'avi', 'avi');
  if (ascii(bytes, 4, 'ftyp')) return ofBoxes(bytes);
  if (begins(bytes, 0x1a, 0x45, 0xdf, 0xa3)) return of('video', 'video/webm', 'webm', 'matroska');
  if (ascii(bytes, 0, 'OggS')) return of('audio', 'audio/ogg', 'ogg', 'ogg');
  if (ascii(bytes, 0, 'fLaC')) return of('audio', 'audio/flac', 'flac', 'flac');
  if (ascii(bytes, 0, 'ID3') || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2))
    return of('audio', 'audio/mpeg', 'mp3', 'mp3');
  if (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xf6) === 0xf0) return of('audio', 'audio/aac', 'aac', 'aac');
  return undefined;
}
