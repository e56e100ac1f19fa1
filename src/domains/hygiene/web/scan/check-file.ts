import { SNIFF_BYTES, sniff } from '#domains/hygiene/contract/sniff.ts';
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

interface Looked {
  fault?: FileFault;
  /** Whether this browser can show it; what it cannot may still be one that the server reads. */
  isShown: boolean;
}

/** Type, size, first bytes of a picture and length of the rest, before anything is sent. */
export async function lookAt(kind: Kind, file: File): Promise<Looked> {
  const refused = (fault: FileFault): Looked => ({ fault, isShown: false });
  if (!file.type.includes(kind)) return refused(OTHER[kind]);
  if (file.size === 0) return refused('valid_wanted');
  if (file.size > MOST_BYTES[kind]) return refused(kind === 'audio' ? 'valid_wanted' : `${kind}_large`);
  if (kind === 'image') return (await isPicture(file)) ? { isShown: true } : refused(OTHER.image);
  const seconds = await secondsOf(kind, file);
  if (seconds === undefined || seconds <= MOST_SECONDS[kind] + SECONDS_OFF) return { isShown: seconds !== undefined };
  return refused(kind === 'audio' ? 'valid_wanted' : 'video_long');
}

/** By its first bytes, as the server tells: a drawing that may hold scripts is none, nor is a TIFF. */
async function isPicture(file: File): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, SNIFF_BYTES).arrayBuffer());
  return sniff(head, file.type)?.kind === 'image';
}

const LATE_MS = 8_000;

/** A browser that cannot play it, and one that cannot tell, leaves the length to the server. */
function secondsOf(kind: 'video' | 'audio', file: File): Promise<number | undefined> {
  const url = URL.createObjectURL(file);
  const player = document.createElement(kind);
  return new Promise<number | undefined>((resolve) => {
    const late = setTimeout(() => resolve(undefined), LATE_MS);
    player.preload = 'metadata';
    player.onloadedmetadata = () => {
      clearTimeout(late);
      // Recordings of a browser do not say how long they are.
      resolve(Number.isFinite(player.duration) ? player.duration : 0);
    };
    player.onerror = () => {
      clearTimeout(late);
      resolve(undefined);
    };
    player.src = url;
  }).finally(() => URL.revokeObjectURL(url));
}
