import { describe, expect, it } from 'vitest';
import { worldMap } from '../../../../tools/world-map.mjs';
import { COUNTRIES } from '../countries.ts';
import { nearView, placesOnMap, wholeView } from './world.ts';

const world = worldMap();
const drawn = Object.keys(world.countries);
const on = (counted: Record<string, number>, allowed: string[]) =>
  placesOnMap(
    Object.entries(counted).map(([country, count]) => ({ country, count })),
    allowed,
    drawn,
  );

describe('places on the map of the world', () => {
  it('are told apart by what is allowed and what was seen, the most counted first', () => {
    const { places, beside } = on({ US: 7, DE: 40, '': 3 }, ['DE', 'AT']);
    expect(places.slice(0, 4)).toEqual([
      { country: 'DE', count: 40, state: 'allowed_seen' },
      { country: 'US', count: 7, state: 'outside_seen' },
      { country: 'AT', count: 0, state: 'allowed_unseen' },
      { country: drawn[0], count: 0, state: 'outside_unseen' },
    ]);
    expect(places).toHaveLength(drawn.length);
    // Nobody is kept out because a country is not known.
    expect(beside).toEqual([{ country: '', count: 3, state: 'allowed_seen' }]);
  });

  it('are all allowed by an empty list, and none is expected by it', () => {
    const { places } = on({ US: 7 }, []);
    expect(places.map(({ state }) => state)).toEqual(['allowed_seen', ...drawn.slice(1).map(() => 'unseen')]);
  });

  it('are named beside it where there is no outline, if there is something to tell', () => {
    expect(drawn).not.toContain('TV');
    expect(on({ TV: 2 }, ['TV', 'AQ']).beside).toEqual([
      { country: 'TV', count: 2, state: 'allowed_seen' },
      { country: 'AQ', count: 0, state: 'allowed_unseen' },
    ]);
    expect(on({ DE: 1 }, []).beside).toEqual([]);
  });

  it('are shown near, in the proportions of the whole and within it', () => {
    const near = nearView(world, on({ DE: 5 }, ['AT', 'FJ']).places);
    expect(near.width).toBeGreaterThan(900);
    const europe = nearView(world, on({ DE: 5 }, ['AT']).places);
    expect(europe.width).toBeLessThan(400);
    expect(europe.width / europe.height).toBeCloseTo(world.width / world.height);
    const [x = 0, y = 0] = world.countries['DE']?.at ?? [];
    expect([x > europe.x && x < europe.x + europe.width, y > europe.y && y < europe.y + europe.height]).toEqual([
      true,
      true,
    ]);
    const edge = nearView(world, on({ NZ: 1 }, []).places);
    expect(edge.x + edge.width).toBeCloseTo(world.width);
    expect(edge.y + edge.height).toBeLessThan(world.height);
    expect(nearView(world, on({}, []).places)).toEqual(wholeView(world));
  });
});

describe('outlines', () => {
  it('are of countries there are, nearly all of them, and small ones can be found', () => {
    expect(drawn.filter((code) => !COUNTRIES.includes(code))).toEqual([]);
    expect(drawn.length).toBeGreaterThan(230);
    for (const code of ['DE', 'US', 'SG', 'HK', 'MT', 'XK', 'TW', 'PS', 'EH']) expect(drawn).toContain(code);
    for (const [code, { outline, small, at }] of Object.entries(world.countries)) {
      expect([code, small || outline.length > 20]).toEqual([code, true]);
      expect([code, at.every(Number.isInteger), /^(M\d+ \d+l[-\d ]+z)*$/.test(outline)]).toEqual([code, true, true]);
    }
    expect(['SG', 'MT', 'VA', 'DE', 'US'].map((code) => world.countries[code]?.small)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  it('follow the borders by which addresses are counted', () => {
    // Crimea reaches further south than the mouth of the Danube, half the way from Moldova to San Marino.
    const { UA, MD, SM } = world.countries;
    expect(UA?.box[3]).toBeGreaterThan(((MD?.box[3] ?? Number.NaN) + (SM?.at[1] ?? Number.NaN)) / 2);
    expect(drawn.filter((code) => !/^[A-Z]{2}$/.test(code))).toEqual([]);
  });
});
