import { join } from 'node:path';
import { LineFile } from '#demo/line-file.ts';
import { columnOf, eventLine, headerLine } from './event.ts';
import { Labels } from './labels.ts';
import { OverlapCollector } from './overlap.ts';
import type { Product } from './product.ts';
import { type Difficulty, WORLDS, type World } from './scenario.ts';
import type { Source } from './source.ts';
import type { Emit } from './stage.ts';
import { Tally } from './tally.ts';
import { playSources, sourcesOf } from './world.ts';

export interface Spent {
  generate: number;
  import: number;
  read: number;
}

export interface DifficultyRun {
  difficulty: Difficulty;
  seeds: readonly number[];
  tally: Tally;
  overlap: OverlapCollector;
  /** Seconds. */
  spent: Spent;
}

export interface RunOptions {
  difficulty: Difficulty;
  seeds: readonly number[];
  scale: number;
  oddScale: number;
  /** Where the files of the worlds lie while they are imported. */
  folder: string;
}

/** Plays the worlds of one difficulty, brings them through the product and counts what it says. */
export async function runDifficulty(
  product: Product,
  options: RunOptions,
  say: (line: string) => void,
): Promise<DifficultyRun> {
  const { difficulty, seeds } = options;
  const run: DifficultyRun = {
    difficulty,
    seeds,
    tally: new Tally(),
    overlap: new OverlapCollector(),
    spent: { generate: 0, import: 0, read: 0 },
  };
  for (const seed of seeds) for (const world of WORLDS) await runWorld(product, options, run, seed, world, say);
  return run;
}

async function runWorld(
  product: Product,
  { difficulty, scale, oddScale, folder }: RunOptions,
  run: DifficultyRun,
  seed: number,
  world: World,
  say: (line: string) => void,
): Promise<void> {
  const name = `${difficulty}-${seed}-${world}`;
  const path = join(folder, `${name}.tsv`);
  const step = async <T>(what: keyof Spent, work: () => Promise<T>): Promise<T> => {
    const begun = performance.now();
    const answer = await work();
    run.spent[what] += (performance.now() - begun) / 1000;
    return answer;
  };
  const labels = new Labels();
  const sources = sourcesOf({ world, seed, difficulty, scale, oddScale });
  const options = { world, seed, difficulty, scale, oddScale };
  await step('generate', () =>
    writeWorld(
      path,
      (emit) => playSources(sources, options, emit),
      labels,
      (event, source, reasons) => run.overlap.see(event, source, reasons),
    ),
  );
  run.overlap.endWorld();
  const accepted = await step('import', () => product.bring(name, world, path));
  if (accepted !== labels.size) throw new Error(`${name}: ${labels.size} rows written, ${accepted} imported`);
  const add = run.tally.world(sources, labels);
  let rows = 0;
  await step('read', () =>
    product.read(name, (judged) => {
      rows++;
      add(judged);
    }),
  );
  if (rows !== labels.size) throw new Error(`${name}: ${labels.size} rows written, ${rows} read`);
  say(`${name}: ${labels.size} events of ${sources.length} sources`);
}

/** Source by source, so that a file of any size needs the memory of one source. */
async function writeWorld(
  path: string,
  play: (emit: Emit) => Iterable<Source>,
  labels: Labels,
  observe: Emit,
): Promise<void> {
  const file = await LineFile.create(path);
  try {
    file.add(headerLine());
    const played = play((event, source, reasons) => {
      const paid = (columnOf(event, 'revenue') ?? 0) > 0;
      file.add(eventLine(event, labels.add(source.index, reasons, paid)));
      observe(event, source, reasons);
    });
    for (const _ of played) await file.flush();
  } finally {
    await file.close();
  }
}
