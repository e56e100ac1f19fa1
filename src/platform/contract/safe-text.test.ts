import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FORBIDDEN_CHARACTERS_MESSAGE, forbiddenPlace, nameText, safeText } from './safe-text.ts';

const FORBIDDEN = [...'#$^{}<>;?\\`~'];

describe('text of a form', () => {
  it('is refused for each of the twelve characters, in their wide forms too, with the exact message', () => {
    expect(FORBIDDEN_CHARACTERS_MESSAGE).toBe('These #$^{}<>;?\\`~ characters are not allowed.');
    for (const character of FORBIDDEN) {
      const parsed = safeText(50).safeParse(`a${character}b`);
      expect([character, parsed.error?.issues[0]?.message]).toEqual([character, FORBIDDEN_CHARACTERS_MESSAGE]);
    }
    for (const wide of ['＃', '＜', '；', '？', '｀'])
      expect([wide, safeText(50).safeParse(wide).success]).toEqual([wide, false]);
    for (const text of ["O'Neil & Söhne (2)", '山田 太郎', 'a/b: c, d = e+f!', 'x@y.z "q" %_*|'])
      expect([text, safeText(50).safeParse(text).success]).toEqual([text, true]);
  });

  it('is refused with control and direction characters', () => {
    for (const text of ['a\u0000b', 'a\nb', 'a\u202Eb', 'a\u2066b', 'a\u007Fb'])
      expect([text, safeText(50).safeParse(text).success]).toEqual([text, false]);
  });
});

describe('a name', () => {
  it('is one name however its blanks are written, and what is no blank stays refused or apart', () => {
    for (const same of [
      'S6 Müller',
      ' S6  Müller ',
      'S6\u00a0Müller',
      'S6\u3000Müller',
      'S6\u200b Mü\ufeffller',
      'S6 Mu\u0308ller',
    ])
      expect([same, nameText(9).parse(same)]).toEqual([same, 'S6 Müller']);
    expect(nameText(9).safeParse('S6\tMüller').success).toBe(false);
    expect(nameText(9).parse('S6Müller')).toBe('S6Müller');
    expect(nameText(9).min(2).safeParse('\u200b\u00a0').success).toBe(false);
  });
});

describe('a whole form', () => {
  it('is looked through to the bottom, and the place is named', () => {
    expect(forbiddenPlace({ a: { b: ['ok', { c: 'x<' }] } })).toBe('a.b.1.c');
    expect(forbiddenPlace({ tags: ['ok', 'fine', 'b?d'] })).toBe('tags.2');
    expect(forbiddenPlace({ name: 'fine', n: 1, no: null, yes: true, 'key<': 'ok' })).toBeUndefined();
  });

  it('leaves out the fields with patterns of their own, on the top level only', () => {
    const exempt = new Set(['password', 'url']);
    expect(forbiddenPlace({ password: 'Abcde1#', url: 'https://a.b/?a=1' }, exempt)).toBeUndefined();
    expect(forbiddenPlace({ name: 'why?', url: 'https://a.b/?a=1' }, exempt)).toBe('name');
    expect(forbiddenPlace({ more: { password: 'a#' } }, exempt)).toBe('more.password');
  });

  it('finds the one bad text of any tree', () => {
    const clean = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom('ok', 'fine text', 1, null, true),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('tree'), { maxKeys: 3 }),
      ),
    })).tree;
    fc.assert(
      fc.property(clean, clean, fc.constantFrom(...FORBIDDEN), (left, right, character) => {
        expect(forbiddenPlace({ left, right })).toBeUndefined();
        expect(forbiddenPlace({ left, right: [right, { deep: `x${character}` }] })).toBe('right.1.deep');
      }),
    );
  });
});
