import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Condition, MAX_CONDITION_DEPTH } from '#platform/contract/condition.ts';
import { checkCondition } from '#platform/contract/condition-check.ts';
import { compilePredicate, type Leaf, type Row } from '#platform/contract/condition-predicate.ts';
import { useClickHouse } from '../../../../test/support/use-clickhouse.ts';
import { conditionSql, type SqlFields } from './condition-sql.ts';
import { joinSql, type Sql, sql, trusted } from './sql.ts';

const clickhouse = useClickHouse({ migrate: false });

const COLUMNS = {
  word: 'LowCardinality(String)',
  line: 'String',
  maybe: 'Nullable(String)',
  seconds: 'Nullable(Int32)',
  asn: 'UInt32',
  money: 'Decimal(20, 6)',
  share: 'Nullable(Float64)',
  flag: 'Nullable(Bool)',
  ip: 'IPv6',
  moment: "Nullable(DateTime64(3, 'UTC'))",
} as const;

const FIELDS: SqlFields = {
  word: { valueType: 'string' },
  line: { valueType: 'string' },
  maybe: { valueType: 'string' },
  seconds: { valueType: 'number' },
  asn: { valueType: 'number', missing: 0 },
  money: { valueType: 'number' },
  share: { valueType: 'number' },
  flag: { valueType: 'boolean' },
  ip: { valueType: 'ip' },
  moment: { valueType: 'datetime' },
};

/** Few characters, so that rows and conditions meet: case, digits, white space, beyond ASCII and beyond 16 bits. */
const character = fc.constantFrom(
  ...'abkKsS19_ .-/\n\t',
  '\u000b',
  '\u00a0',
  'é',
  'É',
  '\u212a',
  '\u017f',
  '１',
  '😀',
  '日',
);
const shortText = fc.string({ unit: character, maxLength: 8 });
const text = fc.oneof(
  { weight: 6, arbitrary: shortText },
  {
    weight: 1,
    arbitrary: fc.string({ unit: 'binary', maxLength: 12 }).map((s) => s.replace(/\p{Surrogate}|\0/gu, '')),
  },
);
const number = fc.oneof(
  fc.integer({ min: -3, max: 12 }),
  fc.constantFrom(0.1, 0.2, 0.30000000000000004, -0, 1e21, -1e300, 5e-324, 2 ** 53, 4294967295, 123456.789012, 1 / 3),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const limit = number.filter((n) => Math.abs(n) <= Number.MAX_SAFE_INTEGER);
const EPOCH = Date.UTC(2026, 0, 1);
const moment = fc.integer({ min: -3, max: 3 }).map((n) => EPOCH + n * 250);
const v4 = fc.constantFrom('0.0.0.0', '1.2.3.4', '1.2.3.5', '1.2.4.4', '10.0.0.1', '255.255.255.255');
const v6 = fc.constantFrom(
  '::',
  '::1',
  '2001:db8::',
  '2001:db8::ff',
  '2001:db8:0:1::',
  'ffff::ffff',
  '::ffff:1.2.3.4',
  '::102:304',
);
const address = fc.oneof(v4, v6);
const network = fc.oneof(
  address,
  fc.tuple(v4, fc.integer({ min: 0, max: 32 })).map(([ip, bits]) => `${ip}/${bits}`),
  fc.tuple(v6, fc.integer({ min: 0, max: 128 })).map(([ip, bits]) => `${ip}/${bits}`),
);

const escaped = (c: string): string =>
  c
    .replace(/[!-/:-@[-^`{-~]/, '\\$&')
    .replace('\n', '\\n')
    .replace('\t', '\\t');
const patternSet = fc.oneof(
  { weight: 5, arbitrary: character.map(escaped) },
  fc.constantFrom(
    '.',
    '\\d',
    '\\w',
    '\\s',
    '\\D',
    '\\W',
    '\\S',
    '[a-k]',
    '[^a-s]',
    '[\\d_]',
    '[^\\s\\d]',
    '[a\\-\\]]',
    '[S-_]',
  ),
);
const counted = (part: fc.Arbitrary<string>) =>
  fc.tuple(part, fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,}', '{0,3}', '+?')).map((pair) => pair.join(''));
const plainGroup = fc
  .array(fc.array(patternSet, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 })
  .map((branches) => `(${branches.map((b) => b.join('')).join('|')})`);
const pattern = fc
  .tuple(
    fc.constantFrom('', '', '(?i)'),
    fc.array(
      fc.oneof(
        { weight: 5, arbitrary: counted(patternSet) },
        counted(plainGroup),
        fc.constantFrom('^', '$', '\\b', '|'),
      ),
      {
        minLength: 1,
        maxLength: 5,
      },
    ),
  )
  .map(([flag, parts]) => flag + parts.join(''))
  .filter((source) => source !== '(?i)');

const named = <const N extends keyof typeof COLUMNS>(...names: N[]) => fc.constantFrom(...names);
const textField = named('word', 'line', 'maybe');
const numberField = named('seconds', 'asn', 'money', 'share');
const leaf: fc.Arbitrary<Leaf> = fc.oneof(
  fc.record({ field: textField, op: fc.constantFrom('eq', 'ne'), value: text }),
  fc.record({
    field: textField,
    op: fc.constantFrom('in', 'notIn'),
    values: fc.array(text, { minLength: 1, maxLength: 5 }),
  }),
  fc.record({
    field: textField,
    op: fc.constantFrom('contains', 'startsWith', 'endsWith'),
    value: fc.string({ unit: character, minLength: 1, maxLength: 2 }),
  }),
  fc.record({ field: textField, op: fc.constant('matches'), value: pattern }),
  fc.record({ field: numberField, op: fc.constantFrom('eq', 'ne'), value: limit }),
  fc.record({ field: numberField, op: fc.constantFrom('lt', 'lte', 'gt', 'gte'), value: limit }),
  fc.record({
    field: numberField,
    op: fc.constantFrom('in', 'notIn'),
    values: fc.array(limit, { minLength: 1, maxLength: 5 }),
  }),
  fc.record({ field: fc.constant('moment'), op: fc.constantFrom('lt', 'lte', 'gt', 'gte'), value: moment }),
  fc.record({ field: fc.constant('moment'), op: fc.constantFrom('eq', 'ne'), value: moment }),
  fc.record({ field: fc.constant('flag'), op: fc.constantFrom('eq', 'ne'), value: fc.boolean() }),
  fc.record({ field: fc.constant('ip'), op: fc.constantFrom('eq', 'ne'), value: address }),
  fc.record({
    field: fc.constant('ip'),
    op: fc.constantFrom('in', 'notIn'),
    values: fc.array(address, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    field: fc.constant('ip'),
    op: fc.constant('inNetwork'),
    values: fc.array(network, { minLength: 1, maxLength: 4 }),
  }),
  fc.record({
    field: named('word', 'maybe', 'seconds', 'asn', 'flag', 'ip', 'moment'),
    op: fc.constantFrom('known', 'unknown'),
  }),
);

const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3 },
    { weight: 4, arbitrary: leaf },
    { weight: 1, arbitrary: fc.record({ all: fc.array(tie('condition'), { maxLength: 3 }) }) },
    { weight: 1, arbitrary: fc.record({ any: fc.array(tie('condition'), { maxLength: 3 }) }) },
    { weight: 1, arbitrary: fc.record({ not: tie('condition') }) },
  ),
}));

const money = fc.integer({ min: -2_000_000, max: 9_000_000_000_000 }).map((millionths) => millionths / 1_000_000);
const row = fc.record({
  word: text,
  line: text,
  maybe: fc.option(text),
  seconds: fc.option(fc.oneof(fc.integer({ min: -3, max: 12 }), fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }))),
  asn: fc.oneof(fc.integer({ min: 0, max: 12 }), fc.constant(4294967295)),
  money: fc.oneof(fc.constantFrom(0, 0.1, 0.2, 123456.789012), money),
  share: fc.option(number.map((n) => n + 0)),
  flag: fc.option(fc.boolean()),
  ip: address,
  moment: fc.option(moment.map((ms) => new Date(ms).toISOString())),
});

/** Both interpreters over the same pairs; the pairs they disagree on. */
async function disagreements(conditions: readonly Condition[], rows: readonly Row[]): Promise<unknown[]> {
  await clickhouse.command(sql`DROP TABLE IF EXISTS pairs`);
  const columns = Object.entries(COLUMNS).map(([name, type]) => trusted(`${name} ${type}`));
  await clickhouse.command(sql`CREATE TABLE pairs (n UInt32, ${joinSql(columns, ', ')}) ENGINE = MergeTree ORDER BY n`);
  await clickhouse.insert(
    'pairs',
    rows.map((r, n) => ({ n, ...r })),
  );
  const found: unknown[] = [];
  for (let start = 0; start < conditions.length; start += 25) {
    const batch = conditions.slice(start, start + 25);
    const answers = await clickhouse.query<{ a: (0 | 1)[] }>(
      sql`SELECT [${joinSql(
        batch.map((c): Sql => sql`toUInt8(${conditionSql(c, FIELDS)})`),
        ', ',
      )}] AS a FROM pairs ORDER BY n`,
    );
    for (const [column, wanted] of batch.entries()) {
      const holds = compilePredicate(wanted, FIELDS);
      for (const [n, r] of rows.entries())
        if (holds(r) !== (answers[n]?.a[column] === 1)) found.push({ wanted, row: r, js: holds(r) });
    }
  }
  return found;
}

/** ADSIEVE_PAIRS widens the search on a machine with time. */
const SCALE = Number(process.env.ADSIEVE_PAIRS ?? 1);

describe('the two interpreters of a condition', () => {
  test('agree on 60,000 pairs of condition and row', async () => {
    const drawn = fc.sample(condition, 500 * SCALE).filter((c) => checkCondition(c, FIELDS).length === 0);
    expect(drawn.length).toBeGreaterThanOrEqual(300 * SCALE);
    expect(await disagreements(drawn.slice(0, 300 * SCALE), fc.sample(row, 200))).toEqual([]);
  });

  test('agree on 60,000 pairs of regular expression and text', async () => {
    const drawn = fc
      .sample(pattern, 2000 * SCALE)
      .map((value): Condition => ({ field: 'line', op: 'matches', value }))
      .filter((c) => checkCondition(c, FIELDS).length === 0);
    expect(drawn.length).toBeGreaterThanOrEqual(300 * SCALE);
    expect(await disagreements(drawn.slice(0, 300 * SCALE), fc.sample(row, 200))).toEqual([]);
  });

  test('agree on lists of ten thousand words and networks', async () => {
    const networks = Array.from({ length: 10_000 }, (_, n) => `10.${n >> 8}.${n & 255}.0/${20 + (n % 13)}`);
    const words = Array.from({ length: 10_000 }, (_, n) => `w${n}`);
    const rows = ['10.0.0.1', '10.39.15.255', '10.39.16.0', '11.0.0.0', '::', '2001:db8::1'].map((ip, n) => ({
      ...fc.sample(row, 1)[0],
      ip,
      word: `w${n * 2500}`,
    }));
    const lists: Condition[] = [
      { field: 'ip', op: 'inNetwork', values: networks },
      { field: 'word', op: 'notIn', values: words },
    ];
    expect(await disagreements(lists, rows)).toEqual([]);
  });

  test('accept the deepest condition that the check allows', async () => {
    let deep: Condition = { field: 'word', op: 'eq', value: 'a' };
    for (let level = 1; level < MAX_CONDITION_DEPTH; level++) deep = { not: deep };
    expect(checkCondition(deep, FIELDS)).toEqual([]);
    expect(await disagreements([deep], fc.sample(row, 20))).toEqual([]);
  });
});
