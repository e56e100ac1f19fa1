import { join } from 'node:path';
import sharp from 'sharp';
import { PictureUnreadable } from './worker/child.ts';

/** One picture to be looked at: of a film, of a picture that moves, or the picture itself. */
export interface Frame {
  path: string;
  /** Seconds from the beginning; undefined for a picture that stands still. */
  at?: number;
}

/** As of films. */
export const MOST_FRAMES = 20;
/** To get at a later page of a moving picture all before it are drawn: no more pixels than these are, for all of them. */
const MOST_DRAWN = 1_500_000_000;
const LIMITS = { limitInputPixels: 40_000_000, failOn: 'error' } as const;

/**
 * A picture as it is shown: upright, whatever its notes say of how the camera was held, and where it moves several of
 * its pages, from the first to the last. `isWhole`: false where it has pages that would take too long to get at.
 */
export async function framesOfPicture(path: string, folder: string): Promise<{ frames: Frame[]; isWhole: boolean }> {
  const head = await sharp(path, LIMITS).metadata().catch(unreadable);
  const { pages = 1, delay = [], width = 1, height = 1, orientation = 1 } = head;
  if (pages <= 1) {
    if (orientation === 1) return { frames: [{ path }], isWhole: true };
    return { frames: [{ path: await drawn(path, 0, join(folder, 'upright.png')) }], isWhole: true };
  }
  const most = Math.floor((2 * MOST_DRAWN) / (width * height * MOST_FRAMES));
  const reached = Math.max(1, Math.min(pages, most));
  const count = Math.min(MOST_FRAMES, reached);
  const chosen = Array.from({ length: count }, (_, n) => Math.round((n * (reached - 1)) / Math.max(1, count - 1)));
  const frames: Frame[] = [];
  for (const page of chosen) {
    const to = join(folder, `page-${page}.png`);
    const isThere = await drawn(path, page, to).then(
      () => true,
      (error: unknown) => {
        // What is broken further on has shown something before.
        if (frames.length === 0) throw error;
        return false;
      },
    );
    if (!isThere) return { frames, isWhole: false };
    frames.push({ path: to, at: delay.slice(0, page).reduce((sum, ms) => sum + ms, 0) / 1_000 });
  }
  return { frames, isWhole: reached === pages };
}

async function drawn(path: string, page: number, to: string): Promise<string> {
  await sharp(path, { ...LIMITS, page })
    .rotate()
    .png({ compressionLevel: 1 })
    .toFile(to)
    .catch(unreadable);
  return to;
}

function unreadable(error: unknown): never {
  throw new PictureUnreadable(error instanceof Error ? error.message : String(error));
}

/** Places to a side in which two pictures are compared, and how much brighter (0 to 255) one may be in any of them. */
const PLACES = 32;
const SAME = 12;

/** Frames that differ from each before them, if only by a word: in these text, marks and faces are looked for. */
export async function distinct(frames: readonly Frame[]): Promise<ReadonlySet<Frame>> {
  const kept: { frame: Frame; tones: Buffer }[] = [];
  for (const frame of frames) {
    const tones = await tonesOf(frame.path);
    if (kept.every((one) => one.tones.some((tone, at) => Math.abs(tone - (tones[at] ?? 0)) > SAME)))
      kept.push({ frame, tones });
  }
  return new Set(kept.map(({ frame }) => frame));
}

/** How bright each place of a picture is. A hash of the whole does not tell one line of text from another. */
const tonesOf = (path: string): Promise<Buffer> =>
  sharp(path, LIMITS).greyscale().resize(PLACES, PLACES, { fit: 'fill' }).raw().toBuffer();
