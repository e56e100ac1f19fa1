// @drawn worlds of the bench, which no installation has
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { columnOf, eventLine, headerLine } from './event.ts';
import { sourcesOf } from './layouts.ts';
import { OverlapCollector, overlapCoefficient } from './overlap.ts';
import { DIFFICULTIES, type Difficulty, SIDES, type Side } from './scenario.ts';
import { SCENARIOS } from './scenarios/catalogue.ts';
import { ODD_GROUPS_OF, type Source, truthName } from './source.ts';
import { DAYS, FIRST_DAY, LAST_MOMENT } from './stage.ts';
import { DETERMINISTIC, STATISTICAL, UNSEEN } from './truth.ts';
import { playSources } from './world.ts';
import { USUAL } from './worlds.ts';

/** As few sources as there can be: one of every kind. */
const SMALL = 0.01;

interface Played {
  lines: number;
  digest: string;
  sources: Source[];
  /** Sets of reasons seen at each source. */
  reasons: Map<Source, Set<string>>;
}

/** Floods of millions of clicks are left to the bench: one rate shows what all rates do. */
function firstOfEach(sources: readonly Source[], left: readonly string[]): Source[] {
  const seen = new Set(['click_flooding_mid', 'click_flooding_high', ...left]);
  return sources.filter(({ truth }) => {
    const name = truthName(truth);
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}

function play(
  side: Side,
  seed: number,
  difficulty: Difficulty,
  { overlap, left = [] }: { overlap?: OverlapCollector; left?: readonly string[] } = {},
): Played {
  const options = { world: USUAL, side, seed, difficulty, scale: SMALL };
  const hash = createHash('sha256');
  const sources = firstOfEach(sourcesOf(options), left);
  const reasons = new Map<Source, Set<string>>();
  let lines = 0;
  for (const source of playSources(sources, options, (event, of, why) => {
    if (overlap) overlap.see(event, of, why);
    else hash.update(eventLine(event, lines++));
    const seen = reasons.get(of) ?? new Set();
    seen.add(why.join(' '));
    reasons.set(of, seen);
    if (event.at < FIRST_DAY || event.at >= LAST_MOMENT) throw new Error('outside the fortnight');
  }))
    if (!reasons.has(source)) reasons.set(source, new Set());
  overlap?.endWorld();
  return { lines, digest: hash.digest('hex'), sources, reasons };
}

describe.each(SIDES)('the %s side', (side) => {
  const played = play(side, 3, 'medium');

  it('is the same for the same seed and another for another', () => {
    expect(play(side, 3, 'medium').digest).toBe(played.digest);
    expect(play(side, 4, 'medium').digest).not.toBe(played.digest);
  });

  it('holds every way of cheating, every odd group, ordinary sources and organic traffic', () => {
    const truths = sourcesOf({ world: USUAL, side, seed: 3, scale: SMALL }).map(({ truth }) =>
      truth.is === 'fraud' ? truth.scenario.id : truth.is === 'odd' ? truth.group : truth.is,
    );
    const own = SCENARIOS.filter((scenario) => scenario.side === side).map(({ id }) => id);
    expect(truths.length).toBeGreaterThan(own.length);
    expect(new Set(truths)).toEqual(new Set([...own, ...ODD_GROUPS_OF[side], 'ordinary', 'organic']));
  });

  it('labels fraud only at fraudulent sources, and there always with a reason that names it', () => {
    for (const [{ truth }, seen] of played.reasons) {
      const first = [...seen].map((reasons) => reasons.split(' ')[0]);
      // Double taps, repeated reports and bots that say so happen to everybody.
      const anywhere = ['', 'clk.duplicate', 'evt.duplicate', 'bot.declared'];
      if (truth.is !== 'fraud') expect(first.filter((reason) => !anywhere.includes(reason ?? ''))).toEqual([]);
      else expect(first).toContain(truth.scenario.accepts.find((reason) => first.includes(reason)));
    }
  });
});

it('gives every publisher of a world a name of its own', () => {
  const sources = sourcesOf({ world: USUAL, side: 'app', seed: 3, scale: 0.3 });
  expect(new Set(sources.map(({ publisher, sub }) => `${publisher}/${sub}`)).size).toBe(sources.length);
});

describe('scenarios', () => {
  it('accept only reasons of the taxonomy, and the first fits where they are decided', () => {
    for (const { accepts, level } of SCENARIOS) {
      for (const reason of accepts)
        expect([reason, DETERMINISTIC.has(reason) !== STATISTICAL.has(reason)]).toEqual([reason, true]);
      expect((level === 'event' ? DETERMINISTIC : STATISTICAL).has(accepts[0] ?? '')).toBe(true);
    }
    expect(DETERMINISTIC.has(UNSEEN) || STATISTICAL.has(UNSEEN)).toBe(false);
  });

  it('publish ranges that are ranges, at each difficulty', () => {
    for (const { id, parameters } of SCENARIOS)
      for (const [name, parameter] of Object.entries(parameters))
        for (const difficulty of DIFFICULTIES) {
          const [low, high] = parameter[difficulty];
          expect([id, name, low <= high]).toEqual([id, name, true]);
        }
  });

  it('grow harder: together, honest and fraudulent traffic overlap more at each difficulty', () => {
    const overlaps = DIFFICULTIES.map((difficulty) => {
      const collector = new OverlapCollector();
      for (const side of SIDES)
        play(side, 3, difficulty, { overlap: collector, left: ['click_flooding_low', 'incent', 'id_reset'] });
      return collector.results().map(({ coefficient }) => coefficient);
    });
    const mean = overlaps.map((list) => list.reduce((sum, share) => sum + share, 0) / list.length);
    expect(mean[1]).toBeGreaterThan(mean[0] ?? 1);
    expect(mean[2]).toBeGreaterThan((mean[1] ?? 1) * 1.5);
    for (const share of overlaps.flat()) expect(share >= 0 && share <= 1).toBe(true);
  });
});

describe('the overlap coefficient', () => {
  it('is 1 for the same values, 0 for far ones, and the common share in between', () => {
    const low = Array.from({ length: 100 }, (_, index) => index / 100);
    expect(overlapCoefficient(low, low, 20)).toBeCloseTo(1);
    expect(
      overlapCoefficient(
        low,
        low.map((value) => value + 1000),
        20,
      ),
    ).toBe(0);
    expect(overlapCoefficient(['a', 'a', 'a', 'b'], ['b', 'b', 'b', 'a'], 20)).toBeCloseTo(0.5);
    expect(overlapCoefficient([], [1], 20)).toBe(0);
  });
});

describe('a line of the file', () => {
  it('has as many fields as the header, the later part of a column, and no stray separators', () => {
    const event = {
      kind: 'click' as const,
      at: FIRST_DAY,
      parts: [{ publisher: 'a', ip: '192.0.2.1' }, { publisher: 'b' }],
    };
    const header = headerLine().split('\t');
    const fields = eventLine(event, 7).split('\t');
    expect(fields.length).toBe(header.length);
    expect(fields[header.indexOf('media_source')]).toBe('b');
    expect(fields[header.indexOf('row_ref')]).toBe('7');
    expect(columnOf(event, 'ip')).toBe('192.0.2.1');
    expect(DAYS % 7).toBe(0);
  });
});
