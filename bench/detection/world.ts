import { Random } from '#demo/random.ts';
import { playAudience, playOrganic } from './honest/app-journey.ts';
import { oddApp, usualAudience } from './honest/odd-app.ts';
import { oddWeb, usualWebAudience } from './honest/odd-web.ts';
import { APP_CHANNEL_IDS, COUNTS, VIDEO } from './honest/parameters.ts';
import { playVideos } from './honest/video-journey.ts';
import { playWebAudience, playWebOrganic } from './honest/web-journey.ts';
import type { Difficulty, Scenario, World } from './scenario.ts';
import { SCENARIOS } from './scenarios/catalogue.ts';
import { ODD_GROUPS_OF, type OddGroup, type Source, type Truth } from './source.ts';
import { type Emit, Stage } from './stage.ts';

export interface WorldOptions {
  world: World;
  seed: number;
  difficulty: Difficulty;
  /** 1 is full size; counts of sources grow with it, sources keep their size. */
  scale: number;
  /** Scale of the odd groups, when it is not that of the rest. */
  oddScale?: number;
}

/** The sources of a world, always in the same order for the same options. */
export function sourcesOf({ world, seed, scale, oddScale = scale }: WorldOptions): Source[] {
  const random = new Random(seed, `${world} sources`);
  const channels = world === 'app' ? APP_CHANNEL_IDS : ['display', 'search', 'native', 'affiliate'];
  const sources: Source[] = [];
  const add = (publisher: string, sub: string, truth: Truth): void => {
    const channel = truth.is === 'organic' ? 'organic' : random.pick(channels);
    sources.push({ world, index: sources.length, publisher, sub, channel, truth });
  };
  const count = (full: number, by = scale): number => Math.max(1, Math.round(full * by));
  add('organic', '', { is: 'organic' });
  for (let network = 1; network <= count(COUNTS.networks); network++)
    for (let sub = 1; sub <= COUNTS.subsOfNetwork; sub++)
      add(`network-${network}`, siteName(random), { is: 'ordinary' });
  for (const group of ODD_GROUPS_OF[world])
    for (let publisher = 0; publisher < count(COUNTS.oddOfGroup, oddScale); publisher++)
      add(`pub-${sources.length}`, siteName(random), { is: 'odd', group });
  for (const scenario of SCENARIOS.filter((each) => each.world === world))
    for (let bad = 0; bad < count(scenario.sources); bad++) {
      // Half of the bad sites hide in a network whose other sites are honest.
      const publisher = bad % 2 === 0 ? `pub-${sources.length}` : `network-${random.int(1, count(COUNTS.networks))}`;
      add(publisher, siteName(random), { is: 'fraud', scenario });
    }
  return sources;
}

const siteName = (random: Random): string => `site-${random.hex(6)}`;

/** Plays every source, one after the other, and yields it when it is done; the product sorts by time itself. */
export function* playSources(sources: readonly Source[], options: WorldOptions, emit: Emit): Generator<Source> {
  for (const source of sources) {
    playSource(new Stage(source, options.seed, emit), options);
    yield source;
  }
}

function playSource(stage: Stage, { world, difficulty, scale }: WorldOptions): void {
  const { truth } = stage.source;
  switch (truth.is) {
    case 'organic':
      if (world === 'app') playOrganic(stage, Math.round(COUNTS.organicInstalls * scale));
      else playWebOrganic(stage, Math.round(COUNTS.organicVisits * scale));
      return;
    case 'ordinary':
      if (world === 'app') playAudience(stage, usualAudience(stage));
      else playOrdinaryWeb(stage);
      return;
    case 'odd':
      if (world === 'app') oddApp[truth.group](stage);
      else playOddWeb(stage, truth.group);
      return;
    case 'fraud':
      truth.scenario.play(stage, drawValues(stage.random, truth.scenario, difficulty));
  }
}

function playOddWeb(stage: Stage, group: OddGroup): void {
  const play = new Map<OddGroup, (stage: Stage) => void>(ODD_GROUPS_OF.web.map((each) => [each, oddWeb[each]])).get(
    group,
  );
  if (!play) throw new Error(`the web world has no group ${group}`);
  play(stage);
  if (VIDEO.groups.some((each) => each === group)) sellVideo(stage);
}

function playOrdinaryWeb(stage: Stage): void {
  playWebAudience(stage, usualWebAudience(stage));
  sellVideo(stage);
}

/** Some sell video beside. */
function sellVideo(stage: Stage): void {
  if (stage.random.chance(VIDEO.sellers)) playVideos(stage, stage.random.int(...VIDEO.requests));
}

/** What this source does: each parameter drawn from the range of the difficulty. */
function drawValues(random: Random, { parameters }: Scenario, difficulty: Difficulty): Record<string, number> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [name, random.between(...parameter[difficulty])]),
  );
}
