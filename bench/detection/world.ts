import { playAudience, playOrganic } from './honest/app-journey.ts';
import { oddApp, usualAudience } from './honest/odd-app.ts';
import { oddWeb, usualWebAudience } from './honest/odd-web.ts';
import { COUNTS, VIDEO } from './honest/parameters.ts';
import { playVideos } from './honest/video-journey.ts';
import { playWebAudience, playWebOrganic } from './honest/web-journey.ts';
import type { LayoutOptions } from './layouts.ts';
import type { Difficulty, Scenario } from './scenario.ts';
import { ODD_GROUPS_OF, type OddGroup, type Source } from './source.ts';
import { type Emit, Stage } from './stage.ts';

export interface WorldOptions extends LayoutOptions {
  difficulty: Difficulty;
}

/** Plays every source, one after the other, and yields it when it is done; the product sorts by time itself. */
export function* playSources(sources: readonly Source[], options: WorldOptions, emit: Emit): Generator<Source> {
  for (const source of sources) {
    playSource(new Stage(source, options, emit), options);
    yield source;
  }
}

function playSource(stage: Stage, { world, side, difficulty, scale }: WorldOptions): void {
  const { truth } = stage.source;
  switch (truth.is) {
    case 'organic':
      if (side === 'app') playOrganic(stage, Math.round(COUNTS.organicInstalls * scale * world.organic));
      else playWebOrganic(stage, Math.round(COUNTS.organicVisits * scale * world.organic));
      return;
    case 'ordinary':
      if (side === 'app') playAudience(stage, usualAudience(stage));
      else playOrdinaryWeb(stage);
      return;
    case 'odd':
      if (side === 'app') oddApp[truth.group](stage);
      else playOddWeb(stage, truth.group);
      return;
    case 'fraud':
      truth.scenario.play(stage, drawValues(stage, truth.scenario, difficulty));
  }
}

function playOddWeb(stage: Stage, group: OddGroup): void {
  const play = new Map<OddGroup, (stage: Stage) => void>(ODD_GROUPS_OF.web.map((each) => [each, oddWeb[each]])).get(
    group,
  );
  if (!play) throw new Error(`the shop has no group ${group}`);
  play(stage);
  if (VIDEO.groups.some((each) => each === group)) sellVideo(stage);
}

function playOrdinaryWeb(stage: Stage): void {
  playWebAudience(stage, usualWebAudience(stage));
  sellVideo(stage);
}

/** Some sell video beside. */
function sellVideo(stage: Stage): void {
  if (stage.random.chance(VIDEO.sellers)) playVideos(stage, stage.sized(stage.random.int(...VIDEO.requests)));
}

/** What this source does: each parameter drawn from the range of the difficulty, its volume from the world. */
function drawValues(stage: Stage, { parameters, volume }: Scenario, difficulty: Difficulty): Record<string, number> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => {
      const value = stage.random.between(...parameter[difficulty]);
      return [name, name === volume ? Math.max(1, value * stage.world.volume[stage.source.side]) : value];
    }),
  );
}
