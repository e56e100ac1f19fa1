import { beforeAll, describe, expect, it } from 'vitest';
import { formatAddress, parseCidr } from '#platform/contract/address-words.ts';
import { RESERVED_RANGES } from '#traffic/lists/server/data/reserved-ranges.ts';
import { testEnricher } from '../testing/enricher.ts';
import type { Enricher } from './enrich.ts';

let enricher: Enricher;
beforeAll(async () => {
  enricher = await testEnricher();
});

const UNREPORTED = { ip_class: '', ip_list: '', ip_country: '', asn: 0, as_name: '' };

describe('facts of an address', () => {
  // Addresses of public services, no person's.
  it.each([
    ['8.8.8.8', 'datacenter', 'hosting networks: AS15169 Google', 'US', 15169],
    ['66.249.66.1', 'crawler', 'Googlebot: 66.249.64.0/19', 'US', 15169],
    ['2001:4860:4801:10::1', 'crawler', 'Googlebot: 2001:4860:4801::/48', 'US', 15169],
    ['1.1.1.1', 'public', '', 'AU', 13335],
  ])('%s is %s', (ip, ip_class, ip_list, ip_country, asn) => {
    expect(enricher.address(ip)).toMatchObject({ ip_class, ip_list, asn });
    expect([ip_country, 'US']).toContain(enricher.address(ip).ip_country);
    expect(enricher.address(ip).as_name).not.toBe('');
  });

  it.each([
    ['10.1.2.3', 'private'],
    ['192.168.0.1', 'private'],
    ['100.64.0.1', 'carrier NAT'],
    ['127.0.0.1', 'loopback'],
    ['203.0.113.7', 'documentation'],
    ['198.51.100.200', 'documentation'],
    ['2001:db8::1', 'documentation'],
    ['fe80::1', 'link local'],
    ['fd00::1', 'private'],
    ['::1', 'loopback'],
  ])('%s is private because it is %s', (ip, why) => {
    const facts = enricher.address(ip);
    expect(facts).toMatchObject({ ip_class: 'private', asn: 0, ip_country: '' });
    expect(facts.ip_list).toMatch(new RegExp(`^reserved addresses: .* ${why}$`));
  });

  it('reads v4-mapped addresses as IPv4, however they are written', () => {
    for (const mapped of ['::ffff:8.8.8.8', '::FFFF:8.8.8.8', '::ffff:808:808', '0:0:0:0:0:ffff:0808:0808'])
      expect(enricher.address(mapped)).toEqual(enricher.address('8.8.8.8'));
  });

  it('knows the country of IPv6 addresses', () => {
    expect(enricher.address('2a02:2e0:3fe:1001:302::').ip_country).toBe('DE');
  });

  it('knows nothing about what is no address', () => {
    for (const text of [
      '',
      '::',
      '0.0.0.0',
      '::ffff:0.0.0.0',
      'garbage',
      '256.1.1.1',
      '1.2.3',
      '1.2.3.4.5',
      '1.2.3.4/24',
      ':::',
      '12345::1',
    ])
      expect([text, enricher.address(text)]).toEqual([text, UNREPORTED]);
  });
});

describe('crawler check', () => {
  it.each([
    ['Googlebot', '66.249.66.1', 'verified'],
    ['Googlebot', '2001:4860:4801:53::2', 'verified'],
    ['Googlebot', '::ffff:66.249.66.1', 'verified'],
    ['Googlebot', '1.1.1.1', 'spoofed'],
    ['Googlebot', '8.8.8.8', 'unlisted'],
    ['Googlebot', '10.0.0.1', 'unlisted'],
    ['Googlebot', '', 'unlisted'],
    ['Bingbot', '157.55.39.10', 'verified'],
    ['Bingbot', '66.249.66.1', 'spoofed'],
    ['Applebot', '17.241.75.5', 'verified'],
    ['Facebook crawler', '31.13.24.1', 'verified'],
    ['Facebook crawler', '1.1.1.1', 'spoofed'],
    ['AhrefsBot', '1.1.1.1', 'unlisted'],
    ['', '1.1.1.1', 'unlisted'],
  ])('%s from %s is %s', (crawler, ip, verdict) => expect(enricher.crawlerCheck(crawler, ip)).toBe(verdict));

  it('takes the claim from the agent', () => {
    const claim = (agent: string) => enricher.userAgent(agent).claimed_crawler;
    expect(claim('Googlebot-Image/1.0')).toBe('Googlebot');
    expect(claim('Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)')).toBe('Bingbot');
    expect(claim('facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)')).toBe('Facebook crawler');
    expect(claim('Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)')).toBe('AhrefsBot');
    expect(claim('AdsBot-Google (+http://www.google.com/adsbot.html)')).toBe('AdsBot-Google');
    expect(claim('curl/8.4.0')).toBe('');
  });
});

describe('addresses in groups', () => {
  it('have the facts that each has alone, edges of all lists included', async () => {
    const groups = enricher.addressGroups();
    const numbers = [0, 1, 0xffffffff, 0x08080808, 0x01010101, 0x0a000000, 0x0affffff, 0x0b000000];
    for (let n = 0; n < 20_000; n++) numbers.push((n * 2_654_435_761) % 2 ** 32);
    for (const range of Object.keys(RESERVED_RANGES)) {
      const words = parseCidr(range);
      if (words?.start.length !== 1) continue;
      const [start = 0, end = 0] = [words.start[0], words.end[0]];
      numbers.push(start, end, Math.max(0, start - 1), Math.min(0xffffffff, end + 1));
    }
    // Twice, because the second pass meets groups that exist.
    for (let pass = 0; pass < 2; pass++) {
      const groupOf = groups.ascending();
      const wrong = [...numbers]
        .sort((a, b) => a - b)
        .filter(
          (number) =>
            JSON.stringify(groups.factsOf(groupOf(number))) !==
            JSON.stringify(enricher.address(formatAddress([number]))),
        );
      expect(wrong).toEqual([]);
    }
  });
});
