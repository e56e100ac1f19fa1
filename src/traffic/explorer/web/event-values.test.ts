import { describe, expect, it } from 'vitest';
import { formatSeconds } from '#traffic/rules/contract/quantity.ts';
import { wordsIn } from '#traffic/rules/testing/explained.ts';
import { plainValue, shownValue } from './event-values.ts';
import { networkOf, whiteListChoices } from './white-list-choices.ts';

const event = {
  ip: '::ffff:203.0.113.7',
  ts: '2026-11-20 12:00:00.000',
  asn: 0,
  ctit_seconds: 90_000,
  ip_class: 'datacenter',
  device_id: '',
  publisher: 'North',
};

describe('values of an event', () => {
  it('are copied plainly: addresses as people write them, nothing for what was not reported', () => {
    expect(plainValue(event, 'ip')).toBe('203.0.113.7');
    expect(plainValue({ ip: '::' }, 'ip')).toBe('');
    expect(plainValue(event, 'asn')).toBe('');
  });

  it('are shown in the words and the time zone of the reader', async () => {
    const words = { ...(await wordsIn('de')), timeZone: 'Asia/Tokyo' };
    expect(shownValue(words, event, 'ts')).toBe('20.11.2026, 21:00:00');
    expect(shownValue(words, event, 'ip_class')).toBe('Rechenzentrum');
    expect(shownValue(words, event, 'ctit_seconds')).toBe('25 Stunden');
  });

  it('keep seconds as long as people count them', () => {
    expect([3, 119, 300, 2_592_000].map((seconds) => formatSeconds('en', seconds))).toEqual([
      '3 seconds',
      '119 seconds',
      '5 minutes',
      '30 days',
    ]);
  });

  it('can be white-listed, narrowest first, when they are there', () => {
    expect(whiteListChoices(event).map(({ kind, value }) => `${kind} ${value}`)).toEqual([
      'ip 203.0.113.7',
      'network 203.0.113.0/24',
      'publisher North',
    ]);
    expect(networkOf('2001:db8:1:2::3')).toBe('2001:db8:1::/48');
    expect(networkOf('')).toBe('');
  });
});
