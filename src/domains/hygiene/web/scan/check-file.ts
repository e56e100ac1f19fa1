import { type Kind, MOST_BYTES, MOST_SECONDS, SECONDS_OFF } from '#domains/hygiene/contract/terms.ts';

/** Why a file is not taken, as a key of the texts; undefined for one that is. */
export type FileFault =
  | 'image_wanted'
  | 'video_wanted'
  | 'video_missing'
  | 'valid_wanted'
  | 'image_large'
  | 'video_large'
  | 'video_long';

/** Of no file, and of one of another kind: for a video they are worded differently (BH-MSG-05, BH-MSG-08). */
export const MISSING: Readonly<Record<Kind, FileFault>> = {
  image: 'image_wanted',
  video: 'video_missing',
  audio: 'valid_wanted',
};
const OTHER: Readonly<Record<Kind, FileFault>> = { ...MISSING, video: 'video_wanted' };

/** Type, size and length, before anything is sent. */
export async function faultOf(kind: Kind, file: File): Promise<FileFault | undefined> {
  if (!file.type.includes(kind)) return OTHER[kind];
  if (file.size > MOST_BYTES[kind]) return kind === 'audio' ? 'valid_wanted' : `${kind}_large`;
  if (kind === 'image') return undefined;
  const seconds = await secondsOf(kind, file);
  if (seconds <= MOST_SECONDS[kind] + SECONDS_OFF) return undefined;
  return kind === 'audio' ? 'valid_wanted' : 'video_long';
}

/** A browser that cannot play it leaves the length to the server. */
const UNKNOWN = 0;
const LATE_MS = 8_000;

function secondsOf(kind: 'video' | 'audio', file: File): Promise<number> {
  const url = URL.createObjectURL(file);
  const player = document.createElement(kind);
  return new Promise<number>((resolve) => {
    const late = setTimeout(() => resolve(UNKNOWN), LATE_MS);
    player.preload = 'metadata';
    player.onloadedmetadata = () => {
      clearTimeout(late);
      resolve(Number.isFinite(player.duration) ? player.duration : UNKNOWN);
    };
    player.onerror = () => {
      clearTimeout(late);
      resolve(UNKNOWN);
    };
    player.src = url;
  }).finally(() => URL.revokeObjectURL(url));
}
