import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { useClickHouse } from '../../../../test/support/use-clickhouse.ts';
import { joinSql, render, renderInline, sql, trusted, typed } from './sql.ts';

const clickhouse = useClickHouse({ migrate: false });

describe('the sql tag', () => {
  test('names parameters in order and keeps values out of the text', () => {
    const where = joinSql([sql`a = ${typed('String', "x'")}`, sql`b IN ${typed('Array(UInt64)', [1, 2n])}`], ' AND ');
    expect(render(sql`SELECT ${trusted('count()')} FROM t WHERE ${where}`)).toEqual({
      query: 'SELECT count() FROM t WHERE a = {p0:String} AND b IN {p1:Array(UInt64)}',
      query_params: { p0: "x'", p1: '[1,2]' },
    });
  });

  test('throws for a bare value in a hole, and does not compile', () => {
    // @ts-expect-error a string is neither a fragment nor typed
    expect(() => sql`SELECT ${'1; DROP TABLE t'}`).toThrow(TypeError);
  });

  test('refuses what the engine would silently misread', () => {
    expect(() => typed('Date', '2025-13-01')).toThrow(RangeError);
    expect(() => typed('Date', '2025-02-30')).toThrow(RangeError);
    expect(() => typed('UInt8', 256)).toThrow(RangeError);
    expect(() => typed('UInt64', -1)).toThrow(RangeError);
    expect(() => typed('UInt64', 2 ** 53)).toThrow(RangeError);
    expect(() => typed('DateTime64(3)', '2025-01-01 25:00:00')).toThrow(RangeError);
    expect(() => typed('UUID', 'x')).toThrow(RangeError);
  });
});

describe('a value in the text', () => {
  test('is a literal of its type in which no text can end', () => {
    const odd = "x' OR 1 = 1 --\\";
    expect(renderInline(sql`a = ${typed('String', odd)} AND b < ${typed('UInt8', 7)}`)).toBe(
      "a = 'x\\x27 OR 1 \\x3d 1 --\\x5c' AND b < CAST('7' AS UInt8)",
    );
    expect(renderInline(sql`c IN ${typed('Array(String)', ['a', 'é'])}`)).toBe(
      "c IN CAST(['a', '\\xc3\\xa9'] AS Array(String))",
    );
  });
});

describe('a bound parameter', () => {
  test('brings 500 hostile strings back unchanged', async () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.string({
        unit: fc.constantFrom("'", '"', '\\', '\n', '\t', '\0', ';', '--', '/*', '{p0:String}', '`', 'N', '%'),
      }),
    );
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        // Half a surrogate pair has no form in UTF-8.
        const wellFormed = Buffer.from(text).toString();
        const [row] = await clickhouse.query<{ one: string; many: string[] }>(
          sql`SELECT ${typed('String', wellFormed)} AS one, ${typed('Array(String)', [wellFormed, 'b'])} AS many`,
        );
        expect(row).toEqual({ one: wellFormed, many: [wellFormed, 'b'] });
      }),
      { numRuns: 500 },
    );
  });

  test('carries every type', async () => {
    const moment = new Date('2026-03-04T05:06:07.089Z');
    const [row] = await clickhouse.query(sql`SELECT
      ${typed('UInt64', 18446744073709551615n)} = 18446744073709551615 AS big,
      ${typed('Int32', -5)} AS negative, ${typed('Float64', 1.5)} AS half, ${typed('Bool', true)} AS yes,
      ${typed('Date', moment)} AS day, ${typed("DateTime64(3, 'UTC')", moment)} AS moment,
      ${typed('DateTime', moment)} AS second, ${typed('Decimal(20, 6)', '12.5')} AS money,
      ${typed('UUID', '01234567-89ab-cdef-0123-456789abcdef')} AS id, ${typed('IPv6', '::1')} AS ip,
      ${typed('Nullable(String)', null)} AS nothing, ${typed('Array(String)', [])} AS none`);
    expect(row).toEqual({
      big: 1,
      negative: -5,
      half: 1.5,
      yes: true,
      day: '2026-03-04',
      moment: '2026-03-04 05:06:07.089',
      second: '2026-03-04 05:06:07',
      money: 12.5,
      id: '01234567-89ab-cdef-0123-456789abcdef',
      ip: '::1',
      nothing: null,
      none: [],
    });
  });
});
