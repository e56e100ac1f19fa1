// @drawn worlds of the bench, which no installation has
import { describe, expect, it } from 'vitest';
import { HOSTING_BLOCKS } from '#demo/data/networks.ts';
import { columnOf } from './event.ts';
import { sourcesOf } from './layouts.ts';
import { SIDES, type Side } from './scenario.ts';
import { SCENARIOS } from './scenarios/catalogue.ts';
import { REPORTING_SEEDS } from './seeds.ts';
import type { Source } from './source.ts';
import { FIRST_DAY } from './stage.ts';
import { playSources } from './world.ts';
import { type DeclaredWorld, USUAL, WORLDS, worldsNamed } from './worlds.ts';

const named = (name: string): DeclaredWorld => worldsNamed(name)[0] ?? USUAL;
const of = (world: DeclaredWorld, side: Side, scale = 0.1): Source[] => sourcesOf({ world, side, seed: 3, scale });

function publishersOf(sources: readonly Source[]): Source[][] {
  const sites = new Map<string, Source[]>();
  for (const source of sources) sites.set(source.publisher, [...(sites.get(source.publisher) ?? []), source]);
  return [...sites.values()];
}

/** Clicks, rows, the last moment and the share of addresses in hosting networks of so many honest sources. */
function play(world: DeclaredWorld, side: Side, most: number) {
  const options = { world, side, seed: 3, scale: 1, difficulty: 'medium' } as const;
  const honest = sourcesOf(options)
    .filter(({ truth }) => truth.is === 'ordinary')
    .slice(0, most);
  const clicks = new Map<Source, number>(honest.map((source) => [source, 0]));
  let [rows, hosted, last] = [0, 0, 0];
  const heads = HOSTING_BLOCKS.map((block) => block.split('.')[0]);
  for (const _ of playSources(honest, options, (event, source) => {
    rows++;
    last = Math.max(last, event.at);
    if (event.kind === 'click') clicks.set(source, (clicks.get(source) ?? 0) + 1);
    if (heads.includes(String(columnOf(event, 'ip')).split('.')[0])) hosted++;
  }));
  return { hosted: hosted / rows, lastDay: Math.floor((last - FIRST_DAY) / 86_400_000), clicks };
}

describe('the declared worlds', () => {
  it('have names of their own, each chosen by its name, and no other name is taken', () => {
    expect(new Set(WORLDS.map(({ name }) => name)).size).toBe(WORLDS.length);
    expect(worldsNamed('all')).toEqual(WORLDS);
    expect(worldsNamed('week,half').map(({ name }) => name)).toEqual(['week', 'half']);
    expect(() => worldsNamed('nowhere')).toThrow('no such world');
  });

  it('hold every way of cheating, and no two sources of one name', () => {
    for (const world of WORLDS)
      for (const side of SIDES) {
        const sources = of(world, side, 0.02);
        const played = new Set(sources.flatMap(({ truth }) => (truth.is === 'fraud' ? [truth.scenario.id] : [])));
        const all = SCENARIOS.filter((scenario) => scenario.side === side).map(({ id }) => id);
        expect([world.name, [...played].sort()]).toEqual([world.name, [...all].sort()]);
        expect(new Set(sources.map(({ publisher, sub }) => `${publisher}/${sub}`)).size).toBe(sources.length);
      }
  });

  it('show the report a thousand honest-but-odd sources and more, half of them beside bad neighbours', () => {
    const odd = WORLDS.flatMap((world) =>
      REPORTING_SEEDS.flatMap(() => SIDES.flatMap((side) => sourcesOf({ world, side, seed: 3, ...world.reported }))),
    ).filter(({ truth }) => truth.is === 'odd');
    expect(odd.length).toBeGreaterThanOrEqual(1000);
    expect(odd.filter(({ besideBad }) => besideBad).length * 2).toBeGreaterThanOrEqual(odd.length);
  });

  it('last as long as they say, and bring as much less as they are smaller', () => {
    const usual = play(USUAL, 'app', 42);
    // Under one name they draw the same numbers, so that the same sites are compared.
    const week = play({ ...named('week'), name: USUAL.name }, 'app', 42);
    const half = play({ ...named('half'), name: USUAL.name }, 'app', 42);
    expect([usual.lastDay, week.lastDay, half.lastDay]).toEqual([13, 6, 13]);
    const total = ({ clicks }: ReturnType<typeof play>) => [...clicks.values()].reduce((sum, each) => sum + each, 0);
    for (const smaller of [week, half]) {
      expect(total(smaller) / total(usual)).toBeGreaterThan(0.4);
      expect(total(smaller) / total(usual)).toBeLessThan(0.6);
    }
  });
});

describe('small networks', () => {
  const world = named('small_networks');

  it('have some thirty sites, one to three of them bad', () => {
    const networks = publishersOf(of(world, 'app')).filter(([first]) => first?.publisher.startsWith('network-'));
    for (const sites of networks) {
      const bad = sites.filter(({ truth }) => truth.is === 'fraud').length;
      expect(bad).toBeLessThanOrEqual(3);
      expect(sites.length - bad).toBeGreaterThanOrEqual(28);
    }
    expect(networks.length).toBeGreaterThan(3);
  });

  it('have sites of which most bring less than a few hundred clicks a week', () => {
    for (const side of SIDES) {
      const weekly = [...play(world, side, 60).clicks.values()].map((clicks) => clicks / 2);
      expect(weekly.filter((clicks) => clicks < 300).length).toBeGreaterThan(weekly.length * 0.7);
    }
  });
});

it('bad neighbours sell through the publishers of honest and of odd sources', () => {
  for (const side of SIDES) {
    const sources = of(named('bad_neighbours'), side, 0.4);
    expect(sources.filter(({ truth, besideBad }) => truth.is === 'odd' && !besideBad)).toEqual([]);
    for (const sites of publishersOf(sources)) {
      if (!sites[0]?.besideBad) continue;
      const truths = new Set(sites.map(({ truth }) => truth.is));
      expect(truths).toEqual(new Set(['fraud', 'ordinary', 'odd']));
    }
  }
});

it('masked people come from hosting networks far more often than others do', () => {
  for (const side of SIDES) {
    const usual = play(USUAL, side, 14).hosted;
    const masked = play(named('masked_people'), side, 14).hosted;
    expect(masked - usual).toBeGreaterThan(0.04);
    expect(masked - usual).toBeLessThan(0.25);
  }
});
