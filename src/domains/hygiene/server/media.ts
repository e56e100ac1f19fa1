import { execFile, spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { type Kind, MOST_SECONDS, SECONDS_OFF } from '#domains/hygiene/contract/terms.ts';
import { AnalysisFault } from './faults.ts';

const run = promisify(execFile);
const PROBE_MS = 30_000;
const MAKE_MS = 60_000;
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
}

const number = z.coerce.number();
const probed = z.object({
  streams: z.array(
    z.object({
      codec_type: z.string(),
      width: number.optional(),
      height: number.optional(),
      duration: number.optional().catch(undefined),
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
    'stream=codec_type,width,height,duration:format=duration',
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
  const seconds = format.duration ?? Math.max(0, ...streams.map(({ duration = 0 }) => duration));
  if (seconds > MOST_SECONDS[kind] + SECONDS_OFF)
    throw new AnalysisFault(422, kind === 'video' ? 'hygiene_long_video' : 'hygiene_long_audio');
  const { width = 0, height = 0 } = pictures ?? {};
  return { seconds, width, height, hasSound };
}

/** Runs to its end, or until nobody waits. Answers what it said besides. */
export function ffmpeg(reader: string, path: string, out: readonly string[], signal: AbortSignal): Promise<string> {
  const usual = ['-nostdin', '-y', '-hide_banner', '-threads', '1'];
  return new Promise((resolve, reject) => {
    const ends = AbortSignal.any([signal, AbortSignal.timeout(MAKE_MS)]);
    const child = spawn('nice', ['-n', '10', FFMPEG, ...usual, ...inputOf(reader, path), ...out], {
      signal: ends,
      killSignal: 'SIGKILL',
    });
    let said = '';
    child.stderr.on('data', (part) => {
      said += part;
    });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve(said) : reject(new Error(said.slice(-LAST_WORDS) || `ffmpeg ended with ${code}`)),
    );
  });
}

export interface Frame {
  path: string;
  /** Seconds from the beginning. */
  at: number;
}

const MOST_FRAMES = 20;
const FRAME_WIDTH = 1_280;

/** Pictures of a film: one for every two seconds and one where a scene begins, twenty at the most. */
export async function framesOf(reader: string, path: string, folder: string, signal: AbortSignal): Promise<Frame[]> {
  const which = `select='isnan(prev_selected_t)+gte(t-prev_selected_t,2)+gt(scene,0.3)*gte(t-prev_selected_t,0.5)'`;
  const how = `${which},scale='min(${FRAME_WIDTH},iw)':-2,showinfo`;
  const out = ['-an', '-sn', '-vf', how, '-vsync', 'vfr', '-frames:v', '80', '-q:v', '3', join(folder, 'f-%03d.jpg')];
  const said = await ffmpeg(reader, path, out, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new AnalysisFault(422, 'hygiene_unreadable', {}, error);
  });
  const moments = [...said.matchAll(/pts_time:([\d.]+)/g)].map(([, text]) => Number(text));
  const names = (await readdir(folder)).filter((name) => name.startsWith('f-')).sort();
  const all = names.map((name, at) => ({ path: join(folder, name), at: moments[at] ?? 0 }));
  if (all.length === 0) throw new AnalysisFault(422, 'hygiene_no_picture');
  if (all.length <= MOST_FRAMES) return all;
  const step = (all.length - 1) / (MOST_FRAMES - 1);
  return Array.from({ length: MOST_FRAMES }, (_, n) => all[Math.round(n * step)]).filter((one) => one !== undefined);
}

/** Decibels below which nothing is said. */
const SILENT_DB = -60;

/** The sound as recognisers want it; undefined for one in which nothing is heard. */
export async function speechFile(
  reader: string,
  path: string,
  folder: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const wav = join(folder, 'speech.wav');
  const out = ['-vn', '-sn', '-af', 'volumedetect', '-ac', '1', '-ar', '16000', '-t', '61', wav];
  const said = await ffmpeg(reader, path, out, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new AnalysisFault(422, 'hygiene_unreadable', {}, error);
  });
  const loudest = Number(/max_volume: (-?[\d.]+|-inf) dB/.exec(said)?.[1] ?? SILENT_DB);
  return Number.isFinite(loudest) && loudest > SILENT_DB ? wav : undefined;
}
