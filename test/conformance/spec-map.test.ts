import { describe, expect, it } from 'vitest';
import { namedBy, namedIn, readMap, readRows, specMap } from '../../tools/spec-map.mjs';

/** That the named rows are those of the tests that passed is compared at the end of `npm test`. */
describe('the map of the specification', () => {
  it('holds every row once, with the reasons as they stand (npm run sync writes it)', () => {
    const ids = readRows().areas.flatMap((area) => area.ids);
    expect(ids).toHaveLength(1054);
    expect(new Set(ids).size).toBe(ids.length);
    expect(readMap()).toBe(specMap(readRows(), namedIn(readMap())));
  });

  it('gives a reason for every row that is open, and none for a row that is not', () => {
    const { areas, open } = readRows();
    const named = namedIn(readMap());
    const own = open.flatMap((group) => group.ids);
    const usual = areas.filter(({ why }) => why).flatMap(({ ids }) => ids);
    const reasoned = new Set([...own, ...usual]);
    const ids = areas.flatMap((area) => area.ids);
    expect(ids.filter((id) => !named.has(id) && !reasoned.has(id))).toEqual([]);
    expect(own.filter((id) => named.has(id) || !ids.includes(id))).toEqual([]);
    expect(new Set(own).size).toBe(own.length);
  });

  it('takes ids from the names of tests that passed, and from nothing else', () => {
    const result = (status: string, fullName: string) => ({ status, fullName });
    const assertionResults = [
      result('passed', 'a form shows a [AA-UI-01] [AA-UI-02]'),
      result('failed', 'a form shows b [AA-UI-03]'),
      result('skipped', 'a form shows c [AA-UI-04]'),
    ];
    expect([...namedBy([{ testResults: [{ assertionResults }] }])]).toEqual(['AA-UI-01', 'AA-UI-02']);
  });
});
