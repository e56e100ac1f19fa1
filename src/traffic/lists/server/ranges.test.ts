import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressWords, parseCidr, type Words } from '#platform/contract/address-words.ts';
import { buildRanges, NetworkSet } from './ranges.ts';

const v4 = (n: number): Words => [n >>> 0];
const v6 = (n: number): Words => [0x20010db8, 0, n > 200 ? 0xffffffff : 0, n];

describe('address ranges', () => {
  it('answer as a scan over the entries does, overlaps included', () => {
    const range = fc.tuple(fc.nat(300), fc.nat(40)).map(([start, length]) => [start, start + length] as const);
    fc.assert(
      fc.property(fc.array(range, { maxLength: 30 }), fc.nat(400), fc.boolean(), (ranges, probe, wide) => {
        const at = wide ? v6 : v4;
        const built = buildRanges(
          wide ? 4 : 1,
          ranges.map(([a, b], value) => ({ start: at(a), end: at(b), value })),
        );
        const inside = ranges.some(([a, b]) => a <= probe && probe <= b);
        return built.find(at(probe)) >= 0 === inside;
      }),
      { numRuns: 500, seed: 11 },
    );
  });

  it('read both families and explain what matched', () => {
    const set = new NetworkSet(
      ['10.0.0.0/8', '10.1.0.0/16', '2001:db8::/32', '::ffff:192.0.2.0/32'].flatMap((label) => {
        const range = parseCidr(label);
        return range ? [{ range, label }] : [];
      }),
    );
    const find = (ip: string) => set.find(addressWords(ip) ?? []);
    expect(find('10.1.2.3')).toBe('10.0.0.0/8');
    expect(find('2001:db8:ffff::1')).toBe('2001:db8::/32');
    expect(find('192.0.2.0')).toBe('::ffff:192.0.2.0/32');
    expect(find('11.0.0.0')).toBe('');
    expect(find('255.255.255.255')).toBe('');
  });

  it('parse what is an address and nothing else', () => {
    expect(addressWords('255.255.255.255')).toEqual([0xffffffff]);
    expect(addressWords('2001:DB8::1')).toEqual([0x20010db8, 0, 0, 1]);
    expect(parseCidr('192.0.2.99/24')).toEqual({ start: [0xc0000200], end: [0xc00002ff] });
    expect(parseCidr('2001:db8::/33')).toEqual({
      start: [0x20010db8, 0, 0, 0],
      end: [0x20010db8, 0x7fffffff, 0xffffffff, 0xffffffff],
    });
    for (const text of [
      '',
      '1.2.3',
      '1.2.3.4/',
      '1.2.3.4/33',
      '1.2.3.4/8/8',
      '1.2.3.4/-1',
      '1.2.3.4/x',
      'x/8',
      '::/129',
    ])
      expect([text, parseCidr(text)]).toEqual([text, null]);
  });
});
