import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { LineFile } from '#demo/line-file.ts';
import { columnOf, eventLine, headerLine } from './event.ts';
import { Labels } from './labels.ts';
import { sourcesOf } from './layouts.ts';
import { dollarsOf } from './money.ts';
import { OverlapCollector } from './overlap.ts';
import type { Product } from './product.ts';
import { type Difficulty, SIDES, type Side } from './scenario.ts';
import type { Source } from './source.ts';
import type { Emit } from './stage.ts';
import { Tally } from './tally.ts';
import { playSources } from './world.ts';
import { type DeclaredWorld, USUAL } from './worlds.ts';

export interface Spent {
  generate: number;
  import: number;
  read: number;
}

/** What was counted, in one world or over all of them. */
export interface Counted {
  tally: Tally;
}

export interface WorldRun extends Counted {
  world: DeclaredWorld;
}

export interface DifficultyRun extends Counted {
  difficulty: Difficulty;
  seeds: readonly number[];
  worlds: readonly WorldRun[];
  /** Of the usual world alone. */
  overlap: OverlapCollector;
  /** Seconds. */
  spent: Spent;
}

export interface RunOptions {
  difficulty: Difficulty;
  seeds: readonly number[];
  worlds: readonly DeclaredWorld[];
  sizeOf(world: DeclaredWorld): { scale: number; oddScale: number };
  /** Where the files of the worlds lie while they are imported. */
  folder: string;
}

/** Plays the worlds at one difficulty, brings them through the product and counts what it says. */
export async function runDifficulty(
  product: Product,
  options: RunOptions,
  say: (line: string) => void,
): Promise<DifficultyRun> {
  const { difficulty, seeds } = options;
  const worlds = options.worlds.map((world): WorldRun => ({ world, tally: new Tally() }));
  const run: DifficultyRun = {
    difficulty,
    seeds,
    worlds,
    tally: new Tally(),
    overlap: new OverlapCollector(),
    spent: { generate: 0, import: 0, read: 0 },
  };
  for (const world of worlds)
    for (const seed of seeds) for (const side of SIDES) await runSide(product, options, run, world, seed, side, say);
  return run;
}

async function runSide(
  product: Product,
  { difficulty, sizeOf, folder }: RunOptions,
  run: DifficultyRun,
  { world, tally }: WorldRun,
  seed: number,
  side: Side,
  say: (line: string) => void,
): Promise<void> {
  const name = `${difficulty}-${seed}-${world.name}-${side}`;
  const path = join(folder, `${name}.tsv`);
  const step = async <T>(what: keyof Spent, work: () => Promise<T>): Promise<T> => {
    const begun = performance.now();
    const answer = await work();
    run.spent[what] += (performance.now() - begun) / 1000;
    return answer;
  };
  const labels = new Labels();
  const options = { world, side, seed, difficulty, ...sizeOf(world) };
  const sources = sourcesOf(options);
  const observe: Emit = (event, source, reasons) => {
    if (world === USUAL) run.overlap.see(event, source, reasons);
  };
  await step('generate', () => writeWorld(path, (emit) => playSources(sources, options, emit), labels, observe));
  run.overlap.endWorld();
  const accepted = await step('import', () => product.bring(name, side, path));
  if (accepted !== labels.size) throw new Error(`${name}: ${labels.size} rows written, ${accepted} imported`);
  rmSync(path);
  const adders = [tally, run.tally].map((each) => each.world(sources, labels));
  let rows = 0;
  await step('read', () =>
    product.read(name, (judged) => {
      rows++;
      for (const add of adders) add(judged);
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
      file.add(eventLine(event, labels.add(source.index, reasons, paid, dollarsOf(event))));
      observe(event, source, reasons);
    });
    for (const _ of played) await file.flush();
  } finally {
    await file.close();
  }
}
