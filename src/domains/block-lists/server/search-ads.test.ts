import { describe, expect, it } from 'vitest';
import { type Counts, exclusions } from './search-ads.ts';

const many = (start: string, from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, n) => `${start}.${from + n}`);
const countsOf = (fraud: Record<string, number>, clean: Record<string, number> = {}): Counts => ({
  address: (value) => ({ fraud: fraud[value] ?? 0, clean: 0 }),
  network: (start) => ({ fraud: 0, clean: clean[start] ?? 0 }),
});
const limits = { most: 10, cleanAllowed: 0 };

describe('exclusions of search ads', () => {
  it('are the addresses as they are while they fit, the worst first', () => {
    const values = [...many('10.0.0', 1, 9), '10.0.9.0/24'];
    const { lines, leftOut } = exclusions(values, countsOf({ '10.0.0.5': 90, '10.0.9.0/24': 40 }), limits);
    expect([lines.slice(0, 2), lines.length, leftOut]).toEqual([['10.0.0.5', '10.0.9.*'], 9, 0]);
  });

  it('become networks only as far as they do not fit, first where nothing clean is beside', () => {
    const values = [...many('10.0.0', 1, 7), ...many('10.0.1', 1, 5), ...many('10.0.2', 1, 4)];
    const { lines, leftOut } = exclusions(values, countsOf({ '10.0.2.1': 5 }, { '10.0.0': 20 }), limits);
    expect(leftOut).toBe(0);
    expect(lines).toContain('10.0.1.*');
    expect(lines).not.toContain('10.0.0.*');
    // 13 addresses, of which four became one: that is enough.
    expect(lines).toHaveLength(10);
    expect(lines[0]).toBe('10.0.2.1');
  });

  it('hit no more clean events beside than allowed, and leave the least bad out', () => {
    const values = many('10.0.0', 1, 13);
    const counts = countsOf(Object.fromEntries(values.slice(2).map((value, n) => [value, n + 1])), { '10.0.0': 20 });
    const strict = exclusions(values, counts, { most: 10, cleanAllowed: 19 });
    expect([strict.lines.length, strict.leftOut]).toEqual([10, 2]);
    expect(strict.lines).not.toContain('10.0.0.1');
    expect(exclusions(values, counts, { most: 10, cleanAllowed: 20 })).toEqual({ lines: ['10.0.0.*'], leftOut: 0 });
  });
});
