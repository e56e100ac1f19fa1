import { execFile, spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { type Kind, MOST_SECONDS, SECONDS_OFF } from '#domains/hygiene/contract/terms.ts';
import { AnalysisFault } from './faults.ts';
import { type Frame, MOST_FRAMES } from './picture-frames.ts';

const run = promisify(execFile);
const PROBE_MS = 30_000;
/** Of a film of 40 seconds, on one thread: what is not ready then is done without. */
const MAKE_MS = 30_000;
const LAST_WORDS = 400;
/** Whether a program is there; found once for each process. */
const found = new Map<string, Promise<boolean>>();

export function hasProgram(name: string, ...asked: string[]): Promise<boolean> {
  const known =
    found.get(name) ??
    run(name, asked, { timeout: PROBE_MS }).then(
      () => true,
      // One that does not know the question is there as well.
      (error: unknown) => !(error instanceof Error && 'code' in error && error.code === 'ENOENT'),
    );
  found.set(name, known);
  return known;
}

export const FFMPEG = 'ffmpeg';
export const canReadFilms = async (): Promise<boolean> =>
  (await hasProgram(FFMPEG, '-version')) && (await hasProgram('ffprobe', '-version'));

/** The reader is named and may not leave the machine: a playlist that is called a film is no film. */
const inputOf = (reader: string, path: string): string[] => ['-protocol_whitelist', 'file', '-f', reader, '-i', path];

export type Sound = 'none' | 'silent' | 'heard';

export interface Probed {
  seconds: number;
  width: number;
  height: number;
  hasSound: boolean;
  /** Moving pictures, and not the cover of a recording. */
  hasPictures: boolean;
}

const number = z.coerce.number();
const probed = z.object({
  streams: z.array(
    z.object({
      codec_type: z.string(),
      width: number.optional(),
      height: number.optional(),
      duration: number.optional().catch(undefined),
      disposition: z.object({ attached_pic: number.optional() }).optional(),
    }),
  ),
  format: z.object({ duration: number.optional().catch(undefined) }),
});

/** @throws AnalysisFault 422 for what is broken, too long or without a picture, or where ffmpeg is missing */
export async function probe(kind: Exclude<Kind, 'image'>, reader: string, path: string): Promise<Probed> {
  if (!(await canReadFilms()))
    throw new AnalysisFault(422, 'hygiene_needs', { needs: 'ffmpeg (apt-get install ffmpeg)' });
  const what = [
    '-v',
    'error',
    '-show_entries',
    'stream=codec_type,width,height,duration:stream_disposition=attached_pic:format=duration',
    '-of',
    'json',
  ];
  const said = await run('ffprobe', [...what, ...inputOf(reader, path)], { timeout: PROBE_MS }).catch(
    (error: unknown) => {
      throw new AnalysisFault(422, 'hygiene_unreadable', {}, error);
    },
  );
  const read = probed.safeParse(JSON.parse(said.stdout));
  if (!read.success) throw new AnalysisFault(422, 'hygiene_unreadable', {}, read.error);
  const { streams, format } = read.data;
  const pictures = streams.find(({ codec_type }) => codec_type === 'video');
  const hasSound = streams.some(({ codec_type }) => codec_type === 'audio');
  if (kind === 'video' && !pictures) throw new AnalysisFault(422, 'hygiene_no_picture');
  if (kind === 'audio' && !hasSound) throw new AnalysisFault(422, 'hygiene_no_sound');
  // The longest of what is said: a head may say less than the streams hold.
  const seconds = Math.max(format.duration ?? 0, ...streams.map(({ duration = 0 }) => duration));
  if (seconds > MOST_SECONDS[kind] + SECONDS_OFF)
    throw new AnalysisFault(422, kind === 'video' ? 'hygiene_long_video' : 'hygiene_long_audio');
  const { width = 0, height = 0 } = pictures ?? {};
  const hasPictures = pictures !== undefined && pictures.disposition?.attached_pic !== 1;
  return { seconds, width, height, hasSound, hasPictures };
}

/** Runs to its end, for so long, or until nobody waits. Answers what it said besides. */
export function ffmpeg(
  reader: string,
  path: string,
  out: readonly string[],
  signal: AbortSignal,
): Promise<{ said: string; isWhole: boolean }> {
  const usual = ['-nostdin', '-y', '-hide_banner', '-threads', '1'];
  return new Promise((resolve, reject) => {
    const child = spawn('nice', ['-n', '10', FFMPEG, ...usual, ...inputOf(reader, path), ...out], {
      signal,
      killSignal: 'SIGKILL',
    });
    let said = '';
    let isWhole = true;
    const late = setTimeout(() => {
      isWhole = false;
      child.kill('SIGKILL');
    }, MAKE_MS);
    child.stderr.on('data', (part) => {
      said += part;
    });
    child.on('error', (error) => {
      clearTimeout(late);
      reject(error);
    });
    child.on('close', (code) => {
      clearTimeout(late);
      if (code === 0 || !isWhole) resolve({ said, isWhole });
      else reject(new Error(said.slice(-LAST_WORDS) || `ffmpeg ended with ${code}`));
    });
  });
}

const FRAME_WIDTH = 1_280;

/** Of a change of scene, from 0 to 1: words that come and go on one ground are few pixels. */
const SCENE = 0.08;

/**
 * Pictures of a film, twenty at the most: one a second in a short one and one every two in a longer, and where a scene
 * begins. What is shown between two of them is missed. `isWhole`: false where its end was not got at in time.
 */
export async function framesOf(
  reader: string,
  path: string,
  { folder, seconds }: { folder: string; seconds: number },
  signal: AbortSignal,
): Promise<{ frames: Frame[]; isWhole: boolean }> {
  const step = Math.min(2, Math.max(1, seconds / MOST_FRAMES));
  const which = `select='isnan(prev_selected_t)+gte(t-prev_selected_t,${step})+gt(scene,${SCENE})*gte(t-prev_selected_t,0.5)'`;
  const how = `${which},scale='min(${FRAME_WIDTH},iw)':-2,showinfo`;
  const out = ['-an', '-sn', '-vf', how, '-vsync', 'vfr', '-frames:v', '80', '-q:v', '3', join(folder, 'f-%03d.jpg')];
  const { said, isWhole } = await ffmpeg(reader, path, out, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new AnalysisFault(422, 'hygiene_unreadable', {}, error);
  });
  const moments = [...said.matchAll(/pts_time:([\d.]+)/g)].map(([, text]) => Number(text));
  const names = (await readdir(folder)).filter((name) => name.startsWith('f-')).sort();
  // The last may be half of one.
  if (!isWhole) names.pop();
  const all = names.map((name, at) => ({ path: join(folder, name), at: moments[at] ?? 0 }));
  if (all.length === 0) throw new AnalysisFault(422, isWhole ? 'hygiene_no_picture' : 'hygiene_slow');
  if (all.length <= MOST_FRAMES) return { frames: all, isWhole };
  const stride = (all.length - 1) / (MOST_FRAMES - 1);
  const frames = Array.from({ length: MOST_FRAMES }, (_, n) => all[Math.round(n * stride)]);
  return { frames: frames.filter((one) => one !== undefined), isWhole };
}

/** Decibels below which nothing is said. */
const SILENT_DB = -60;

/** The sound as recognisers want it; `silent` for one in which nothing is heard. */
export async function speechFile(
  reader: string,
  path: string,
  folder: string,
  signal: AbortSignal,
): Promise<{ wav: string } | 'silent' | 'too_slow'> {
  const wav = join(folder, 'speech.wav');
  const out = ['-vn', '-sn', '-af', 'volumedetect', '-ac', '1', '-ar', '16000', '-t', '61', wav];
  const { said, isWhole } = await ffmpeg(reader, path, out, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new AnalysisFault(422, 'hygiene_unreadable', {}, error);
  });
  if (!isWhole) return 'too_slow';
  const loudest = Number(/max_volume: (-?[\d.]+|-inf) dB/.exec(said)?.[1] ?? SILENT_DB);
  return Number.isFinite(loudest) && loudest > SILENT_DB ? { wav } : 'silent';
}
