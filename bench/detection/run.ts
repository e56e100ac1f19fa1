/**
 * Detection quality: `npm run bench -- detection` plays the reporting seeds at three difficulties and writes
 * RESULTS.md. `npm run bench -- detection tune [--world all] [--seeds 11,12] [--difficulty medium] [--scale 0.3]`
 * prints one look at tuning seeds. Without a scale worlds that are named have the size they have in the report.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { detectorsNow } from './detectors.ts';
import { openProduct } from './product.ts';
import { brief, report } from './report/report.ts';
import { type DifficultyRun, type RunOptions, runDifficulty } from './run-worlds.ts';
import { DIFFICULTIES } from './scenario.ts';
import { seedsFor } from './seeds.ts';
import { USUAL, worldsNamed } from './worlds.ts';

/** At medium, where the targets are, every world in the size it declares; beside it the usual one, small. */
const BESIDE = { scale: 0.15, oddScale: 0.15 } as const;
const RESULTS = join(import.meta.dirname, 'RESULTS.md');

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();
/** The commit, and the last one that changed what judges, which is the same after commits beside it. */
const commitOf = (): string => {
  const judging = ['--', 'src/traffic', 'db'];
  const changed = git('status', '--porcelain', ...judging) === '' ? '' : ', with changes';
  return `commit ${git('rev-parse', '--short', 'HEAD')} (src/traffic and db of ${git('log', '-1', '--format=%h', ...judging)}${changed})`;
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: 'string', default: '' },
    difficulty: { type: 'string', default: '' },
    scale: { type: 'string', default: '' },
    world: { type: 'string', default: '' },
    out: { type: 'string', default: '' },
    brief: { type: 'boolean', default: false },
  },
});
const purpose = positionals[0] === 'tune' ? 'tune' : 'report';
const seeds = seedsFor(
  purpose,
  values.seeds
    .split(',')
    .filter((text) => text !== '')
    .map(Number),
);
const wanted = DIFFICULTIES.filter((each) => values.difficulty === '' || values.difficulty === each);
const worlds = worldsNamed(values.world || (purpose === 'tune' ? USUAL.name : 'all'));
const scale = values.scale !== '' ? Number(values.scale) : values.world === '' && purpose === 'tune' ? 1 : null;
if (wanted.length === 0 || (scale !== null && !(scale > 0 && scale <= 1)))
  throw new Error('no such difficulty, or a scale not in (0, 1]');
if (purpose === 'report' && (values.seeds || values.difficulty || values.scale || values.world))
  throw new Error('A report is whole or none; options are for `tune`.');

// Before the run: somebody may commit meanwhile.
const commit = commitOf();
const detectors = detectorsNow();
const begun = performance.now();
const folder = mkdtempSync(join(tmpdir(), 'adsieve-bench-worlds-'));
const product = await openProduct();
try {
  const runs: DifficultyRun[] = [];
  for (const difficulty of wanted) {
    const whole = purpose === 'tune' || difficulty === 'medium';
    const options: RunOptions = {
      difficulty,
      seeds: whole ? seeds : seeds.slice(0, 1),
      worlds: whole ? worlds : [USUAL],
      sizeOf: (world) => (!whole ? BESIDE : scale === null ? world.reported : { scale, oddScale: scale }),
      folder,
    };
    runs.push(await runDifficulty(product, options, (line) => process.stderr.write(`${line}\n`)));
  }
  const machine = `${cpus()[0]?.model}, ${availableParallelism()} cores, Node ${process.version}, load ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}`;
  const seconds = (performance.now() - begun) / 1000;
  const frame = { purpose, commit, detectors, machine, seconds } as const;
  const text = report(runs, frame);
  process.stdout.write(values.brief ? brief(runs, frame) : text);
  if (purpose === 'report') writeFileSync(RESULTS, text);
  else if (values.out !== '') writeFileSync(values.out, text);
} finally {
  await product.close();
  rmSync(folder, { recursive: true, force: true });
}
