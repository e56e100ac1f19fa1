import { describe, expect, test } from 'vitest';
import { all, type Condition, eq, MAX_CONDITION_DEPTH, not } from './condition.ts';
import { checkCondition, MAX_CONDITION_LEAVES, operatorsOf } from './condition-check.ts';
import type { FieldTypes } from './condition-predicate.ts';

const fields: FieldTypes = {
  word: { valueType: 'string' },
  seconds: { valueType: 'number' },
  moment: { valueType: 'datetime' },
  ip: { valueType: 'ip' },
  flag: { valueType: 'boolean' },
};
const codes = (condition: Condition) => checkCondition(condition, fields).map(({ code }) => code);
const pattern = (value: string): Condition => ({ field: 'word', op: 'matches', value });

describe('a condition is refused for', () => {
  test.each<[string, Condition, string]>([
    ['a field nobody declared', eq('other', 1), 'unknown_field'],
    ['a field inherited from Object', eq('constructor', 'x'), 'unknown_field'],
    ['a number where text is', eq('word', 1), 'wrong_type'],
    ['text where a number is', { field: 'seconds', op: 'in', values: [1, '2'] }, 'wrong_type'],
    ['text where a moment is', eq('moment', '2026-01-01'), 'wrong_type'],
    ['a number no double holds exactly', eq('seconds', 1e16), 'number_too_large'],
    ['an order of texts', { field: 'word', op: 'lt', value: 1 }, 'wrong_operator'],
    ['a part of an address', { field: 'ip', op: 'contains', value: '10.' }, 'wrong_operator'],
    ['a network of texts', { field: 'word', op: 'inNetwork', values: ['10.0.0.0/8'] }, 'wrong_operator'],
    ['a network that is none', { field: 'ip', op: 'inNetwork', values: ['10.0.0.0/33'] }, 'bad_network'],
    ['an address that is none', eq('ip', '10.0.0.256'), 'bad_address'],
    ['half a surrogate pair', eq('word', '\ud83d'), 'bad_text'],
    ['NUL in a text', eq('word', 'a\0'), 'bad_text'],
  ])('%s', (_why, condition, code) => expect(codes(condition)).toEqual([code]));

  test('more levels or comparisons than anyone can read', () => {
    let deep = eq('word', 'a');
    for (let level = 0; level < MAX_CONDITION_DEPTH; level++) deep = not(deep);
    expect(codes(deep)).toEqual(['too_deep']);
    expect(codes(all(...Array.from({ length: MAX_CONDITION_LEAVES + 1 }, () => eq('word', 'a'))))).toEqual([
      'too_many_comparisons',
    ]);
  });

  test('each fault at its place', () => {
    const condition = all(eq('word', 'fine'), { any: [not(eq('nowhere', 1))] });
    expect(checkCondition(condition, fields)).toEqual([
      {
        path: 'all.1.any.0.not',
        code: 'unknown_field',
        values: { field: 'nowhere' },
        message: 'There is no field nowhere',
      },
    ]);
  });
});

test.each([
  ['a+(b+)+', 'repetition_inside', 7],
  ['ab*{2}', 'repeated_repetition', 4],
  ['x(y', 'unbalanced', 4],
  ['a|', 'empty_alternative', 3],
  ['a\\q', 'unsupported', 2],
  ['[z-a]', 'range_order', 5],
])('the expression %s is refused with the reason and the place', (source, why, at) => {
  const [problem] = checkCondition(pattern(source), fields);
  expect(problem?.values).toMatchObject({ expression: source, at, why: { code: why } });
});

test.each([
  ['look-ahead', 'a(?=b)'],
  ['look-behind', '(?<!a)b'],
  ['a back-reference', '(a)\\1'],
  ['a named group', '(?<n>a)'],
  ['repetition inside repetition', '(a+)+'],
  ['repetition inside a counted group', '(?:ab*c){2,}'],
  ['a repeated repetition', 'a**'],
  ['a possessive repetition', 'a*+'],
  ['a huge count', 'a{1000}'],
  [
    'an expression that unrolls too far',
    '((abcdefghij){100}|(abcdefghij){100}){1}(abcdefghijabcdefghijabcdefghij){100}',
  ],
  ['nothing to repeat', '*a'],
  ['an empty alternative', 'a|'],
  ['an empty group', 'a()'],
  ['a group left open', '(a'],
  ['a class left open', '[a'],
  ['a backward range', '[z-a]'],
  ['a Unicode class', '\\p{L}'],
  ['a flag in the middle', 'a(?i)b'],
  ['case folding beyond ASCII', '(?i)é'],
  ['a repeated character beyond ASCII outside a group', 'é?'],
  ['a boundary inside words', '\\B'],
])('%s is refused in an expression', (_what, source) => expect(codes(pattern(source))).toEqual(['bad_pattern']));

test.each([
  'bot|crawler',
  '(?i)\\bcurl/[\\d.]+',
  '^Mozilla/5\\.0 \\([^)]*\\)$',
  '(é)?x',
  'a{2,5}?',
  '[\\w.-]+@',
  '[^\\]]',
])('the expression %s is accepted', (source) => expect(codes(pattern(source))).toEqual([]));

test('a form offers only operators the check accepts', () => {
  expect(operatorsOf('ip')).toContain('inNetwork');
  expect(operatorsOf('string')).not.toContain('lt');
});
