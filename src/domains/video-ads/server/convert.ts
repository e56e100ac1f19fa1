import { execFile, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { CreativeProblem, MediaType } from '#domains/video-ads/contract/terms.ts';
import type { Files } from '#platform/server/files/files.ts';
import { workPath } from '#platform/server/files/work-folder.ts';
import type { Probed } from './creative-files.ts';
import { creativeName } from './lost-creatives.ts';
import type { Rendition } from './tables.ts';

const run = promisify(execFile);
const PROBE_MS = 30_000;
/** Heights players choose among; never larger than what came. */
const HEIGHTS = [360, 720];
const LAST_WORDS = 400;

/** What programs say names paths of this machine: people are told one of a closed list. */
export class CreativeFault extends Error {
  readonly problem: Exclude<CreativeProblem, ''>;

  constructor(problem: Exclude<CreativeProblem, ''>, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}

/** Programs of Debian that read and convert videos; found once for each process. */
let found: Promise<boolean> | undefined;
export function canConvert(): Promise<boolean> {
  found ??= Promise.all(['ffmpeg', 'ffprobe'].map((name) => run(name, ['-version'], { timeout: PROBE_MS }))).then(
    () => true,
    () => false,
  );
  return found;
}

/** The reader is named, so that a file is never read as a list of others, and no reader may leave the machine. */
const inputOf = (mediaType: MediaType, path: string): string[] => [
  '-protocol_whitelist',
  'file',
  '-f',
  mediaType === 'video/webm' ? 'matroska' : 'mov',
  '-i',
  path,
];

const probed = z.object({
  streams: z.array(z.object({ width: z.number().int(), height: z.number().int(), codec_name: z.string() })),
  format: z.object({ duration: z.coerce.number().positive() }),
});

function readProbed(stdout: string): z.infer<typeof probed> {
  const read = probed.safeParse(JSON.parse(stdout));
  if (!read.success) throw new CreativeFault('unreadable', read.error);
  return read.data;
}

/** @throws CreativeFault */
export async function probe(mediaType: MediaType, path: string): Promise<Probed> {
  const asked = ['-v', 'error', '-select_streams', 'v:0', '-show_entries'];
  const what = ['stream=width,height,codec_name:format=duration', '-of', 'json'];
  const said = run('ffprobe', [...asked, ...what, ...inputOf(mediaType, path)], { timeout: PROBE_MS });
  const { streams, format } = await said.then(
    ({ stdout }) => readProbed(stdout),
    (error: unknown) => {
      const wasEnded = error instanceof Error && 'killed' in error && error.killed === true;
      throw new CreativeFault(wasEnded ? 'too_slow' : 'unreadable', error);
    },
  );
  const [first] = streams;
  if (!first) throw new CreativeFault('no_picture');
  const { width, height, codec_name: codec } = first;
  return { width, height, milliseconds: Math.round(format.duration * 1000), codec };
}

export interface Conversion {
  files: Files;
  /** Of the file that was uploaded, on this machine. */
  path: string;
  fileKey: string;
  mediaType: MediaType;
  source: Probed;
  signal: AbortSignal;
  show: (share: number) => void;
}

/** MP4 with H.264 and AAC, its index first, a whole picture every two seconds. */
export async function convert(conversion: Conversion): Promise<Rendition[]> {
  const { fileKey, source } = conversion;
  const smaller = HEIGHTS.filter((height) => height <= source.height);
  const heights = smaller.length > 0 ? smaller : [source.height - (source.height % 2)];
  const made: Rendition[] = [];
  for (const [index, height] of heights.entries()) {
    const file = `${fileKey}-${height}.mp4`;
    const width = 2 * Math.round((source.width * height) / source.height / 2);
    const size = ['-vf', `scale=${width}:${height}`];
    const video = ['-c:v', 'libx264', '-profile:v', 'main', '-pix_fmt', 'yuv420p', '-preset', 'veryfast', '-crf', '23'];
    const rest = ['-force_key_frames', 'expr:gte(t,n_forced*2)', '-c:a', 'aac', '-movflags', '+faststart'];
    const bytes = await makeFile(conversion, file, [...size, ...video, ...rest], (share) =>
      conversion.show((index + share) / heights.length),
    );
    made.push({ file, width, height, bytes, kbps: Math.round((bytes * 8) / source.milliseconds) });
  }
  return made;
}

/** A picture of the middle. */
export async function takePoster(conversion: Conversion): Promise<void> {
  const { fileKey, source } = conversion;
  const middle = (source.milliseconds / 2000).toFixed(3);
  await makeFile(conversion, `${fileKey}.jpg`, ['-ss', middle, '-frames:v', '1', '-q:v', '4'], () => {});
}

/** Made on this machine, and seen when it is whole. Answers its bytes. */
async function makeFile(
  conversion: Conversion,
  file: string,
  how: readonly string[],
  show: (share: number) => void,
): Promise<number> {
  const { files } = conversion;
  // By the ending of its name ffmpeg knows what to make.
  const path = await workPath(files.work, file);
  try {
    await ffmpeg(conversion, [...how, path], show);
    return await files.keep(creativeName(file), path);
  } finally {
    await rm(path, { force: true });
  }
}

function ffmpeg(
  { path, mediaType, source, signal }: Conversion,
  out: readonly string[],
  show: (share: number) => void,
): Promise<void> {
  const usual = ['-nostdin', '-y', '-v', 'error', '-progress', 'pipe:1', '-threads', '1'];
  return new Promise((resolve, reject) => {
    const child = spawn('ffmpeg', [...usual, ...inputOf(mediaType, path), ...out], { signal });
    let said = '';
    child.stderr.on('data', (part) => {
      said = `${said}${part}`.slice(-LAST_WORDS);
    });
    child.stdout.on('data', (part) => {
      const at = /out_time_us=(\d+)/.exec(String(part))?.[1];
      if (at) show(Math.min(1, Number(at) / 1000 / source.milliseconds));
    });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(said.trim() || `ffmpeg ended with ${code}`)),
    );
  });
}
