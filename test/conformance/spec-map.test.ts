import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { provenIds, readRows, specMap } from '../../tools/spec-map.mjs';
import { ROOT, testFiles, titlesIn } from '../../tools/test-titles.mjs';

describe('the map of the specification', () => {
  it('says what the titles of the tests say (npm run sync writes it)', () => {
    expect(readFileSync(join(ROOT, 'docs/spec-map.md'), 'utf8')).toBe(specMap(readRows(), testFiles()));
  });

  it('gives a reason for every row that is open', () => {
    const { rows, open } = readRows();
    const ids = new Set(Object.values(rows).flat());
    const proven = provenIds(testFiles(), ids);
    const reasoned = new Set(open.flatMap((group) => group.ids));
    expect([...ids].filter((id) => !proven.has(id) && !reasoned.has(id))).toEqual([]);
    expect([...reasoned].filter((id) => !ids.has(id))).toEqual([]);
    expect(open.flatMap((group) => group.ids)).toHaveLength(reasoned.size);
  });

  it('reads titles as they are written, tables of cases too, and no test that is skipped', () => {
    const source = [
      "it('shows a [AUTH-UI-01]', () => {});",
      "it.skip('shows b [AUTH-UI-02]', () => {});",
      "it.each([['x', 'AUTH-UI-03']])('shows %s [%s]', () => {});",
      "expect(call('AUTH-UI-04')).toBe(1);",
    ].join('\n');
    const ids = new Set(['AUTH-UI-01', 'AUTH-UI-02', 'AUTH-UI-03', 'AUTH-UI-04', 'UI-01']);
    expect(titlesIn(source).map(({ title }) => title)).toEqual(['shows a [AUTH-UI-01]', 'shows %s [%s]']);
    const named = [{ file: 'a.test.ts', source: source.replace(/.*skip.*|.*expect.*/g, ''), titles: titlesIn(source) }];
    expect([...provenIds(named, ids)]).toEqual(['AUTH-UI-01', 'AUTH-UI-03']);
  });
});
