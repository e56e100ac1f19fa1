/**
 * How long brand hygiene takes, and how right it is on what the bench draws and speaks itself: a picture of 2 megapixels
 * in all sections, cold and warm, the memory of the process of models, a film of 40 seconds; words of drawn texts that
 * are read, drawn marks that are found, spoken words that are heard; boards beside a film.
 * `npm run bench -- brand [--pictures N] [--rows N of the boards]`.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { ROOT } from '#app/server/places.ts';
import type { MediaTask, Observed, Wanted } from '#domains/hygiene/server/analyser/analyser.ts';
import { embeddedAnalyser } from '#domains/hygiene/server/analyser/embedded.ts';
import { hear } from '#domains/hygiene/server/analyser/speech.ts';
import { PictureWorker } from '#domains/hygiene/server/worker/child.ts';
import { median, quantile } from '../boards/client.ts';
import { cpuMilliseconds } from '../boards/server.ts';
import { besideFilm } from './beside.ts';
import { LOGOS, SPOKEN, TEXTS, textPicture, withLogo } from './made.ts';

const option = (name: string, usual: number): number =>
  Number(process.argv[process.argv.indexOf(name) + 1] || usual) || usual;
const PICTURES = option('--pictures', 20);
const ROWS = option('--rows', 2_000_000);
const folder = mkdtempSync(join(tmpdir(), 'adsieve-bench-brand-'));
// Of what is built: the sources would have their compiler beside the models.
const worker = new PictureWorker(join(ROOT, 'dist/src/domains/hygiene/server/worker/main.js'));
const analyser = embeddedAnalyser(worker);
const never = new AbortController().signal;
const logos = await Promise.all(LOGOS.map(async ({ name, svg }) => ({ name, picture: await drawn(svg, 300, 120) })));
const wanted: Wanted = {
  logos,
  words: ['Adsieve'],
  approved: [],
  talent: [],
  demographics: true,
  ownWords: [],
  service: false,
};

function drawn(svg: string, width: number, height: number): Promise<Buffer> {
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/>${svg}</svg>`;
  return sharp(Buffer.from(whole)).png().toBuffer();
}

let count = 0;
async function analysed(file: Buffer, more: Partial<MediaTask> = {}): Promise<{ seen: Observed; ms: number }> {
  const own = join(folder, String(++count));
  mkdirSync(own);
  const path = join(own, 'file');
  writeFileSync(path, file);
  const began = performance.now();
  const task = { kind: 'image', path, folder: own, reader: '', seconds: 0, sound: 'none', wanted, ...more } as const;
  const seen = await analyser.analyse(task, never);
  return { seen, ms: performance.now() - began };
}

/** Of the process of models, which is a child of this one: megabytes it holds, and the most it held. */
function memory(): { pid: number; now: number; most: number } {
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry)))
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      const kilobytes = (field: string): number =>
        Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
      if (kilobytes('PPid') !== process.pid) continue;
      if (readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('worker/main'))
        return { pid: Number(name), now: kilobytes('VmRSS') / 1024, most: kilobytes('VmHWM') / 1024 };
    } catch {
      // Ended while it was looked at.
    }
  return { pid: 0, now: 0, most: 0 };
}

const round = (value: number, digits = 0): string => value.toFixed(digits);
const row = (...cells: (string | number)[]): void => console.log(`| ${cells.join(' | ')} |`);
const verdict = (isMet: boolean): string => (isMet ? 'yes' : 'NO');

console.log(`${cpus()[0]?.model}, ${cpus().length} cores, load ${round(loadavg()[0] ?? 0, 1)} at the start`);
row('What', 'p50', 'p95', 'target', 'met');
row('---', '---:', '---:', '---:', '---');
const require = createRequire(import.meta.url);
const photos = await Promise.all(
  [1, 2, 3, 4, 5, 6].map((n) =>
    sharp(require.resolve(`@vladmandic/face-api/demo/sample${n}.jpg`))
      .resize(1_920, 1_080, { fit: 'cover' })
      .jpeg({ quality: 90 })
      .toBuffer(),
  ),
);
const [first = Buffer.alloc(0)] = photos;
const cold = await analysed(first);
row('Picture of 2 MP in all sections, models not loaded', `${round(cold.ms)} ms`, '', '', '');
const times: number[] = [];
const processor: number[] = [];
const { pid } = memory();
let least = Number.POSITIVE_INFINITY;
let people = 0;
for (let n = 0; n < PICTURES; n++) {
  const used = cpuMilliseconds(pid);
  const { seen, ms } = await analysed(photos[n % photos.length] ?? first);
  times.push(ms);
  processor.push(cpuMilliseconds(pid) - used);
  least = Math.min(least, ms);
  if (seen.findings.some(({ name }) => name === 'Person')) people++;
}
const p95 = quantile(times, 0.95);
row('The same, models loaded', `${round(median(times))} ms`, `${round(p95)} ms`, '1,500 ms', verdict(p95 < 1_500));
row('Processor time of it', `${round(median(processor))} ms`, `${round(quantile(processor, 0.95))} ms`, '', '');
const held = memory();
row(
  'Memory of the process of models',
  `${round(held.now)} MB`,
  `${round(held.most)} MB at the most`,
  '700 MB',
  verdict(held.most < 700),
);

const film = join(folder, 'film.mp4');
const shown = photos.flatMap((photo, n) => {
  const path = join(folder, `photo-${n}.jpg`);
  writeFileSync(path, photo);
  return ['-loop', '1', '-t', '7', '-r', '24', '-i', path];
});
const said = join(folder, 'film.wav');
execFileSync('flite', ['-voice', 'slt', '-t', SPOKEN.join(' '), '-o', said]);
const joined = `${photos.map((_, n) => `[${n}]scale=1280:720[v${n}];`).join('')}${photos.map((_, n) => `[v${n}]`).join('')}concat=n=${photos.length}:v=1:a=0[v]`;
const sound = ['-map', '[v]', '-map', `${photos.length}:a`];
const how = ['-t', '40', '-pix_fmt', 'yuv420p', '-preset', 'ultrafast', film];
execFileSync('ffmpeg', ['-v', 'error', '-y', ...shown, '-i', said, '-filter_complex', joined, ...sound, ...how]);
const filmed = await analysed(readFileSync(film), { kind: 'video', reader: 'mov', seconds: 40, sound: 'heard' });
row(
  `Film of 40 s, 720p, ${filmed.seen.frames} frames, with speech`,
  `${round(filmed.ms / 1000, 1)} s`,
  '',
  '45 s',
  verdict(filmed.ms < 45_000),
);
row(
  'Memory after it',
  `${round(memory().now)} MB`,
  `${round(memory().most)} MB at the most`,
  '700 MB',
  verdict(memory().most < 700),
);

console.log(`\nPeople found on ${people} of ${PICTURES} photographs, all of which show some.\n`);
row('Drawn texts', 'words', 'read', 'of those read, wrong');
row('---', '---:', '---:', '---:');
for (const [name, fill, background] of [
  ['dark on white', '#111', '#ffffff'],
  ['white on a colour', '#fff', '#1c5a8a'],
  ['yellow on red', '#fd0', '#b21'],
] as const) {
  let [right, all, wrong] = [0, 0, 0];
  for (const text of TEXTS) {
    const { seen } = await analysed(await textPicture(text, fill, background));
    const [meant, got] = [
      text.toLowerCase().split(' '),
      seen.written
        .toLowerCase()
        .split(/\s+/)
        .filter((word) => word !== ''),
    ];
    all += meant.length;
    right += meant.filter((word) => got.includes(word)).length;
    wrong += got.filter((word) => !meant.includes(word)).length;
  }
  row(name, all, `${right} (${round((100 * right) / all)} %)`, wrong);
}
console.log('');
row('Drawn marks on photographs', 'pasted', 'found', 'others named');
row('---', '---:', '---:', '---:');
for (const [name, turned, scale] of [
  ['upright', 0, 1],
  ['at half its size', 0, 0.5],
  ['turned by 10°', 10, 1],
] as const) {
  let [found, others, all] = [0, 0, 0];
  for (const logo of logos)
    for (const photo of photos.slice(0, 3)) {
      const { seen } = await analysed(await withLogo(photo, logo.picture, turned, scale));
      const names = seen.findings.filter(({ section }) => section === 'logo').map((one) => one.name);
      all++;
      if (names.includes(logo.name)) found++;
      others += names.filter((one) => one !== logo.name).length;
    }
  row(name, all, `${found} (${round((100 * found) / all)} %)`, others);
}
console.log('');
let [meant, heard] = [0, 0];
for (const [n, text] of SPOKEN.entries()) {
  const [raw, wav] = [join(folder, `said-${n}.raw.wav`), join(folder, `said-${n}.wav`)];
  execFileSync('flite', ['-voice', 'slt', '-t', text, '-o', raw]);
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', raw, '-ac', '1', '-ar', '16000', wav]);
  const words = (await hear(wav, never)).map((word) => word.text);
  const spoken = text
    .toLowerCase()
    .replace(/[^a-z' ]/g, '')
    .split(' ');
  meant += spoken.length;
  heard += spoken.filter((word) => words.includes(word)).length;
}
console.log(`Of ${meant} words spoken by a program ${heard} were heard (${round((100 * heard) / meant)} %).`);
console.log(`Load ${round(loadavg()[0] ?? 0, 1)} at the end; quickest picture ${round(least)} ms.`);
worker.end();
const rounds = await besideFilm(readFileSync(film), ROWS);
console.log('');
row('Widgets of 7 days, in turns', 'alone, p50', 'beside a film, p50', 'times as long', 'film');
row('---', '---:', '---:', '---:', '---:');
for (const [n, { alone, beside, film: seconds }] of rounds.entries())
  row(
    n + 1,
    `${round(median(alone), 1)} ms`,
    `${round(median(beside), 1)} ms`,
    round(median(beside) / median(alone), 2),
    `${round(seconds)} s`,
  );
const slower = median(rounds.map(({ alone, beside }) => median(beside) / median(alone)));
console.log(`In the middle ${round(slower, 2)} times as long (target 1.6: ${verdict(slower <= 1.6)}).`);
console.log(`Load ${round(loadavg()[0] ?? 0, 1)} at the end.`);
rmSync(folder, { recursive: true, force: true });
