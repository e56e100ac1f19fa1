import { createRequire } from 'node:module';
import { type CountryResponse, open } from 'maxmind';
import { describe, expect, it } from 'vitest';
import { addressIn } from './addresses.ts';
import { HOSTING_BLOCKS, NETWORKS } from './data/networks.ts';
import { Random } from './random.ts';

const countries = createRequire(import.meta.url).resolve(
  '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country-ipv4.mmdb',
);

describe('addresses of the demo', () => {
  it('lie in the country they are drawn for, by the country table the product ships', async () => {
    const reader = await open<CountryResponse & { country_code: string }>(countries);
    const random = new Random(1);
    const astray: string[] = [];
    for (const [code, { fixed, mobile }] of Object.entries(NETWORKS)) {
      for (const block of [...fixed, ...mobile.flatMap((operator): readonly string[] => operator.blocks)]) {
        for (let i = 0; i < 200; i++) {
          const address = addressIn(random, block);
          if (reader.get(address)?.country_code !== code) astray.push(`${code} ${block} ${address}`);
        }
      }
    }
    expect(astray).toEqual([]);
  });

  it('are whole blocks: every base is aligned and addresses stay inside', () => {
    const random = new Random(2);
    for (const block of HOSTING_BLOCKS) {
      const [base = '', bits = ''] = block.split('/');
      const prefix = base
        .split('.')
        .slice(0, Math.floor(Number(bits) / 8))
        .join('.');
      for (let i = 0; i < 50; i++) expect(addressIn(random, block).startsWith(`${prefix}.`)).toBe(true);
    }
    expect(() => addressIn(random, 'nonsense')).toThrow('not an IPv4 block');
  });
});
