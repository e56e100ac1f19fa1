import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Condition, conditionSchema, eq, not } from './condition.ts';
import { compilePredicate, type FieldTypes } from './condition-predicate.ts';
import { parseAddress, parseNetwork } from './ip-network.ts';
import { compilePattern } from './regular-expression-match.ts';

const fields: FieldTypes = {
  word: { valueType: 'string' },
  seconds: { valueType: 'number' },
  asn: { valueType: 'number', missing: 0 },
  ip: { valueType: 'ip' },
  moment: { valueType: 'datetime' },
};
const holds = (condition: Condition, row: Record<string, unknown>) =>
  compilePredicate(conditionSchema.parse(condition), fields)(row);

describe('a missing value', () => {
  const missing: [string, unknown][] = [
    ['word', ''],
    ['word', null],
    ['word', undefined],
    ['seconds', null],
    ['seconds', Number.NaN],
    ['asn', 0],
    ['ip', '::'],
    ['ip', ''],
    ['moment', null],
  ];

  test.each(missing)('makes every comparison of %s %j false, but is unknown', (field, value) => {
    const literal = field === 'word' ? 'a' : field === 'ip' ? '10.0.0.1' : 1;
    const row = { [field]: value };
    for (const op of ['eq', 'ne'] as const) expect(holds({ field, op, value: literal }, row)).toBe(false);
    for (const op of ['in', 'notIn'] as const) expect(holds({ field, op, values: [literal] }, row)).toBe(false);
    expect(holds({ field, op: 'known' }, row)).toBe(false);
    expect(holds({ field, op: 'unknown' }, row)).toBe(true);
    expect(holds(not({ field, op: 'eq', value: literal }), row)).toBe(true);
  });

  test('of a field nobody declared is an error, not a missing value', () => {
    expect(() => compilePredicate(eq('toString', 'x'), fields)).toThrow(RangeError);
  });
});

describe('a value', () => {
  test('zero is a number where 0 does not stand for missing', () => {
    expect(holds(eq('seconds', 0), { seconds: 0 })).toBe(true);
  });

  test.each(['2026-10-05 12:00:00.000', '2026-10-05T12:00:00Z', new Date('2026-10-05T14:00:00+02:00'), 1791201600000])(
    'moment %s is the same in every spelling',
    (moment) => expect(holds(eq('moment', Date.UTC(2026, 9, 5, 12)), { moment })).toBe(true),
  );

  test('an address is the same in every spelling', () => {
    expect(holds(eq('ip', '1.2.3.4'), { ip: '::ffff:1.2.3.4' })).toBe(true);
    expect(holds(eq('ip', '2001:DB8:0:0::1'), { ip: '2001:db8::1' })).toBe(true);
  });
});

describe('addresses and networks', () => {
  test.each([
    '1.2.3',
    '1.2.3.04',
    '1.2.3.256',
    '1::2::3',
    '12345::',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7::8',
    ':::',
    ' ::1',
    'g::',
  ])('%s is no address', (text) => expect(parseAddress(text)).toBe(null));

  test.each(['10.0.0.0/33', '10.0.0.0/-1', '10.0.0.0/08', '::/129', '10.0.0.0/8/8', '/8', '10.0.0.0/'])(
    '%s is no network',
    (text) => expect(parseNetwork(text)).toBe(null),
  );

  test('bits behind the prefix do not matter', () => {
    expect(parseNetwork('192.0.2.77/24')).toEqual(parseNetwork('192.0.2.0/24'));
    expect(parseNetwork('192.0.2.0/24')).toEqual(parseNetwork('::ffff:192.0.2.0/120'));
  });
});

describe('an expression', () => {
  test('reads lines, case and white space as RE2 does, not as JavaScript does', () => {
    expect(compilePattern('a.b')('a\nb')).toBe(true);
    expect(compilePattern('a$')('a\n')).toBe(false);
    expect(compilePattern('\\s')('\u00a0')).toBe(false);
    expect(compilePattern('(?i)\\bCURL/7')('x curl/7.1')).toBe(true);
  });

  test('agrees with JavaScript on plain text', () => {
    const plain = fc.string({ unit: fc.constantFrom('a', 'b', '.', '/'), maxLength: 6 });
    fc.assert(
      fc.property(plain.filter(Boolean), plain, (needle, text) => {
        const source = needle.replaceAll('.', '\\.');
        expect(compilePattern(source)(text)).toBe(text.includes(needle));
      }),
    );
  });

  test('takes time in proportion to the text, also where backtracking would take minutes', () => {
    const evil = compilePattern('\\w*a\\w*b\\w*c\\w*d\\w*!');
    const started = performance.now();
    expect(evil('abcd'.repeat(25_000))).toBe(false);
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  test('does not remember every text it saw', () => {
    const test = compilePattern('(a|b|c)[a-z]{20}x');
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom(...'abcx'), maxLength: 200 }), (text) => void test(text)));
  });
});
