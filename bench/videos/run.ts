/**
 * What a scan of 20 rows costs over a catalogue of 200,000 videos in six languages: rare words, words of every tenth
 * video, two words, words of two signs. `npm run build && npm run bench -- videos [--rows N]`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { openContext } from '#app/server/open-context.ts';
import { ROOT } from '#app/server/places.ts';
import { SAMPLE } from '#domains/relevancy/contract/scan.ts';
import { catalogue, isComplete } from '#domains/relevancy/server/catalogue.ts';
import { importVideos } from '#domains/relevancy/server/catalogue-store.ts';
import { scan } from '#domains/relevancy/server/scan.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { readConfig } from '#platform/server/config.ts';
import { median, quantile } from '../boards/client.ts';

const VIDEOS = Number(process.argv[process.argv.indexOf('--rows') + 1] || 200_000) || 200_000;
const TIMES = 20;
const TARGET_MS = 1000;
const FILE = 20_000;

/** Words of texts by language; the first stands in every tenth video, the last in every thousandth. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  en: ['coffee', 'garden', 'mountain', 'river', 'market', 'engine', 'window', 'paper', 'winter', 'narwhal'],
  de: ['Kaffee', 'Garten', 'Gebirge', 'Fluss', 'Markt', 'Motor', 'Fenster', 'Papier', 'Winter', 'Narwal'],
  fr: ['café', 'jardin', 'montagne', 'rivière', 'marché', 'moteur', 'fenêtre', 'papier', 'hiver', 'narval'],
  es: ['café', 'jardín', 'montaña', 'río', 'mercado', 'motor', 'ventana', 'papel', 'invierno', 'narval'],
  ja: ['珈琲', '庭園', '登山', '河川', '市場', '電車', '窓辺', '和紙', '冬景色', '一角鯨'],
  zh: ['咖啡', '花园', '登山', '河流', '市场', '火车', '窗户', '纸张', '冬天', '独角鲸'],
};
const LANGUAGES = Object.keys(WORDS);
const EVERY = [10, 20, 40, 80, 100, 150, 200, 300, 500, 1000];

const videoAt = (n: number) => {
  const language = LANGUAGES[n % LANGUAGES.length] ?? 'en';
  const words = WORDS[language] ?? [];
  const own = Math.floor(n / LANGUAGES.length);
  const said = words.filter((_, at) => own % (EVERY[at] ?? 1) === 0);
  const gap = language === 'ja' || language === 'zh' ? '' : ' ';
  const filler = Array.from(
    { length: 40 },
    (_, at) => words[(own * 7 + at * 3) % 9]?.split('').reverse().join('') ?? '',
  );
  return {
    url: `https://videos.example/${n}`,
    title: [`№${n}`, ...said].join(gap),
    description: filler.join(gap),
    tags: said.slice(0, 2),
    language,
    countries: n % 3 === 0 ? ['US', 'DE', 'JP'] : [],
    views: (n * 7919) % 1_000_003,
    length_seconds: 30 + (n % 1800),
    upload_date: '2026-03-04',
    category: 'Travel',
  };
};

const folder = mkdtempSync(join(ROOT, '.tmp', 'bench-videos-'));
const context = await openContext(readConfig({ ADSIEVE_DATA: folder, LOG_LEVEL: 'silent' }), (_title, work) => work());
const { database } = context;
const began = performance.now();
for (let at = 0; at < VIDEOS; at += FILE) {
  const text = JSON.stringify(Array.from({ length: Math.min(FILE, VIDEOS - at) }, (_, n) => videoAt(at + n)));
  await importVideos(systemScope(), database, new Date(), { text, fileName: 'bench.json', dryRun: false });
}
const loaded = performance.now() - began;
await database.db.execute('ANALYZE video');

const source = catalogue(database, () => isComplete(database));
const rowsOf = (words: (language: string) => string) =>
  Array.from({ length: SAMPLE }, (_, n) => {
    const language = LANGUAGES[n % LANGUAGES.length] ?? 'en';
    return {
      location_code: 'US',
      language_code: language,
      keywords: words(language),
      is_user_registered: 'True' as const,
    };
  });
const word = (at: number) => (language: string) => WORDS[language]?.[at] ?? '';
const QUESTIONS: readonly [string, (language: string) => string][] = [
  ['word of every tenth video', word(0)],
  ['word of every hundredth', word(4)],
  ['word of every thousandth', word(9)],
  ['two words', (language) => `${word(0)(language)} ${word(1)(language)}`],
  ['nothing there is', () => 'zzqx'],
];
console.log(
  `${VIDEOS.toLocaleString('en')} videos imported in ${(loaded / 1000).toFixed(1)} s; ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`,
);
console.log('| 20 rows of | rows found | median ms | p95 ms | within a second |');
console.log('| --- | --- | --- | --- | --- |');
for (const [name, words] of QUESTIONS) {
  const rows = rowsOf(words);
  const times: number[] = [];
  let found = 0;
  for (let n = 0; n < TIMES; n++) {
    const started = performance.now();
    found = (await scan(source, rows)).length;
    times.push(performance.now() - started);
  }
  const p95 = quantile(times, 0.95);
  console.log(
    `| ${name} | ${found} | ${median(times).toFixed(0)} | ${p95.toFixed(0)} | ${p95 < TARGET_MS ? 'yes' : 'NO'} |`,
  );
}
await context.close();
rmSync(folder, { recursive: true, force: true });
