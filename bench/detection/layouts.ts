import { Random } from '#demo/random.ts';
import { APP_CHANNEL_IDS, COUNTS } from './honest/parameters.ts';
import type { Scenario, Side } from './scenario.ts';
import { SCENARIOS } from './scenarios/catalogue.ts';
import { LAID_LAST, ODD_GROUPS_OF, type Source, type Truth } from './source.ts';
import { type DeclaredWorld, type Layout, streamOf } from './worlds.ts';

export interface LayoutOptions {
  world: DeclaredWorld;
  side: Side;
  seed: number;
  /** 1 is full size; counts of sources grow with it, sources keep their size. */
  scale: number;
  /** Scale of the odd groups, when it is not that of the rest. */
  oddScale?: number;
}

const CHANNELS = { app: APP_CHANNEL_IDS, web: ['display', 'search', 'native', 'affiliate'] } as const;

/** The sources of a world, always in the same order for the same options. */
export function sourcesOf(options: LayoutOptions): Source[] {
  const { world, side, seed } = options;
  const random = new Random(seed, `${streamOf(world, side)} sources`);
  const sources: Omit<Source, 'besideBad'>[] = [];
  const add = (publisher: string, sub: string, truth: Truth): void => {
    const channel = truth.is === 'organic' ? 'organic' : random.pick<string>(CHANNELS[side]);
    sources.push({ side, index: sources.length, publisher, sub, channel, truth });
  };
  add('organic', '', { is: 'organic' });
  const builder: Builder = { options, random, add, alone: () => `pub-${sources.length}` };
  if (world.layout.is === 'apart') layApart(builder);
  else layShared(builder, world.layout);
  const bad = new Set(sources.filter(({ truth }) => truth.is === 'fraud').map(({ publisher }) => publisher));
  return sources.map((source) => ({ ...source, besideBad: bad.has(source.publisher) }));
}

interface Builder {
  options: LayoutOptions;
  random: Random;
  add(publisher: string, sub: string, truth: Truth): void;
  /** Name of a publisher that has one site. */
  alone(): string;
}

const count = (full: number, by: number): number => Math.max(1, Math.round(full * by));
const siteName = (random: Random): string => `site-${random.hex(6)}`;

function layApart({ options: { side, scale, oddScale = scale }, random, add, alone }: Builder): void {
  const networks = count(COUNTS.networks, scale);
  for (let network = 1; network <= networks; network++)
    for (let sub = 1; sub <= COUNTS.subsOfNetwork; sub++)
      add(`network-${network}`, siteName(random), { is: 'ordinary' });
  const odd = oddOnes(side, oddScale);
  const isLast = ({ group }: OddTruth): boolean => LAID_LAST.has(group);
  for (const truth of odd.filter((each) => !isLast(each))) add(alone(), siteName(random), truth);
  for (const scenario of SCENARIOS.filter((each) => each.side === side))
    for (let bad = 0; bad < count(scenario.sources, scale); bad++) {
      // Half of the bad sites hide in a network whose other sites are honest.
      const publisher = bad % 2 === 0 ? alone() : `network-${random.int(1, networks)}`;
      add(publisher, siteName(random), { is: 'fraud', scenario });
    }
  for (const truth of odd.filter(isLast)) add(alone(), siteName(random), truth);
}

function layShared(
  { options: { side, scale, oddScale = scale }, random, add, alone }: Builder,
  { badSites, honestSites, oddBeside }: Extract<Layout, { is: 'shared' }>,
): void {
  const bad: Scenario[] = SCENARIOS.filter((each) => each.side === side).flatMap((scenario) =>
    Array.from({ length: count(scenario.sources, scale) }, () => scenario),
  );
  const withBad: string[] = [];
  let networks = 0;
  const addHonest = (network: string): void => {
    for (let site = random.int(...honestSites); site > 0; site--) add(network, siteName(random), { is: 'ordinary' });
  };
  while (bad.length > 0) {
    const network = `network-${++networks}`;
    withBad.push(network);
    for (const scenario of bad.splice(0, random.int(...badSites)))
      add(network, siteName(random), { is: 'fraud', scenario });
    addHonest(network);
  }
  // Networks without a bad site are what the others are held against.
  for (let honest = count(COUNTS.networks, scale); honest > 0; honest--) addHonest(`network-${++networks}`);
  oddOnes(side, oddScale).forEach((truth, turn) => {
    const beside = oddBeside ? withBad[turn % withBad.length] : undefined;
    add(beside ?? alone(), siteName(random), truth);
  });
}

type OddTruth = Extract<Truth, { is: 'odd' }>;

const oddOnes = (side: Side, oddScale: number): OddTruth[] =>
  ODD_GROUPS_OF[side].flatMap((group) =>
    Array.from({ length: count(COUNTS.oddOfGroup, oddScale) }, (): OddTruth => ({ is: 'odd', group })),
  );
