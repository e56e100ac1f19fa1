import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '#platform/contract/date-range.ts';
import { FACTS, type FactName, LINK_FACTS, WINDOW_FACTS } from '#traffic/event/contract/facts.ts';
import { CRAWLER_RANGES } from '#traffic/lists/server/data/crawler-ranges.ts';
import { testEnricher } from '../testing/enricher.ts';
import { BROWSERS } from '../testing/people-agents.ts';
import { classifyAgent } from './agent-class.ts';
import type { Enricher } from './enrich.ts';
import { enrichEvent } from './enrich-event.ts';

let enricher: Enricher;
beforeAll(async () => {
  enricher = await testEnricher();
});

const ts = new Date('2024-06-15T10:00:00Z');
const time = (text: string): Date => new Date(`2024-06-15T${text}Z`);

describe('facts of one event', () => {
  it('are every fact of the contract but those about other events', () => {
    const window = new Set<FactName>([...WINDOW_FACTS, ...LINK_FACTS]);
    const expected = Object.keys(FACTS).filter((f) => ![...window].some((w) => w === f));
    expect(Object.keys(enrichEvent(enricher, { ts })).sort()).toEqual(expected.sort());
  });

  it('are unknown where nothing was reported', () => {
    const { ua_class, device_id_class, asn, ua_bot_match, ...rest } = enrichEvent(enricher, { ts });
    expect({ ua_class, device_id_class, asn, ua_bot_match }).toEqual({
      ua_class: 'empty',
      device_id_class: 'missing',
      asn: 0,
      ua_bot_match: '',
    });
    expect(Object.entries(rest).filter(([, value]) => value !== '' && value !== null)).toEqual([]);
  });

  it('measure times in whole seconds with their sign', () => {
    const facts = enrichEvent(enricher, {
      ts,
      impression_time: time('09:59:58.900'),
      click_time: time('10:00:00.100'),
      install_begin_time: time('09:59:50'),
      referrer_click_time: time('09:59:52'),
      install_time: time('10:00:07.900'),
    });
    expect(facts).toMatchObject({ ctit_seconds: 7, click_after_begin_seconds: 10, impression_to_click_seconds: 1 });
    expect(facts.store_click_after_begin_seconds).toBe(2);
    const early = enrichEvent(enricher, { ts, click_time: time('10:00:00'), install_time: time('09:00:00') });
    expect(early).toMatchObject({ ctit_seconds: -3600, click_after_begin_seconds: null });
  });

  it('take the system from the agent, else as declared, and never date one by the other', () => {
    const agent = BROWSERS.find((a) => a.includes('Android 10; K')) ?? '';
    const facts = (declared_os: string, declared_os_version: string, user_agent = agent) =>
      enrichEvent(enricher, { ts, user_agent, declared_os, declared_os_version });
    expect(facts('android', '14')).toMatchObject({ os: 'Android', os_version: '14', os_unsupported_months: null });
    expect(facts('Android', '9', '')).toMatchObject({ os: 'Android', os_version: '9', os_unsupported_months: 29 });
    expect(facts('Windows', '7')).toMatchObject({ os: 'Android', os_version: '' });
  });

  it('see versions from the future', () => {
    const user_agent = BROWSERS[0] ?? '';
    expect(enrichEvent(enricher, { ts: new Date('2015-05-17'), user_agent }).device_conflict).toBe(
      'browser version released after the event',
    );
    expect(enrichEvent(enricher, { ts, declared_os: 'Android', declared_os_version: '17' }).device_conflict).toBe(
      'OS version released after the event',
    );
    expect(enrichEvent(enricher, { ts, user_agent })).toMatchObject({ device_conflict: '', browser_age_months: 1 });
  });

  it('unmask an impostor', () => {
    const user_agent = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
    const check = (ip: string, day = '2026-03-01') =>
      enrichEvent(enricher, { ts: new Date(day), user_agent, ip }).crawler_check;
    expect(check('66.249.66.1')).toBe('verified');
    expect(check('1.1.1.1')).toBe('spoofed');
    expect(check('')).toBe('');
    // Today's ranges say nothing about whose address it was in 2015, neither for nor against.
    for (const ip of ['66.249.66.1', '1.1.1.1']) expect(check(ip, '2015-05-17')).toBe('before_list');
    expect(check('8.8.8.8', '2015-05-17')).toBe('unlisted');
  });

  it('hold a crawler against its list from a year before the list was written down on', () => {
    const user_agent = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
    const from = enricher.crawlerListedFrom('Googlebot') ?? '';
    const on = (day: string) =>
      enrichEvent(enricher, { ts: new Date(`${day}T12:00:00Z`), user_agent, ip: '1.1.1.1' }).crawler_check;
    expect([on(addDays(from, -1)), on(from)]).toEqual(['before_list', 'spoofed']);
    expect(from).toBe(addDays(CRAWLER_RANGES[0]?.date ?? '', -365));
    expect(enricher.crawlerListedFrom('AhrefsBot')).toBeNull();
  });

  it('count a version of the far future once, however it is known', () => {
    const conflict = (declared_os: string, declared_os_version: string) =>
      enrichEvent(enricher, { ts: new Date('2026-11-20'), declared_os, declared_os_version }).device_conflict;
    expect(conflict('Android', '29')).toBe('Android 29 was never released');
    expect(conflict('Android', '24')).toBe('OS version released after the event');
    expect(conflict('Android', '17')).toBe('');
  });
});

const LOG =
  ['../shared/data', process.env.ADSIEVE_SAMPLES ?? '']
    .map((folder) => join(folder, 'weblogs/apache_combined_10000.log.gz'))
    .find((path) => existsSync(path)) ?? '';

describe.skipIf(LOG === '')('a real web log of 2015 (skipped loudly when the file is absent)', () => {
  it('has the shares the field report measured', () => {
    const LINE = /^(\S+) \S+ \S+ \[([^\]]+)\] "(?:[^"\\]|\\.)*" \d+ \S+ "(?:[^"\\]|\\.)*" "((?:[^"\\]|\\.)*)"?/;
    const shares: Record<string, number> = {};
    let lines = 0;
    for (const line of gunzipSync(readFileSync(LOG)).toString().split('\n')) {
      const [, ip = '', , user_agent = ''] = LINE.exec(line) ?? [];
      if (ip === '') continue;
      lines++;
      const facts = enrichEvent(enricher, { ts: new Date('2015-05-18'), ip, user_agent });
      for (const key of [facts.ua_class, facts.ip_class, facts.device_conflict && 'conflict']) {
        if (key) shares[key] = (shares[key] ?? 0) + 1;
      }
    }
    const percent = Object.fromEntries(
      Object.entries(shares).map(([k, n]) => [k, Math.round((n / lines) * 1000) / 10]),
    );
    console.info(`${lines} log lines, shares in percent: ${JSON.stringify(percent)}`);
    expect(lines).toBeGreaterThan(9_900);
    expect(percent.datacenter ?? 0).toBeGreaterThan(10);
    expect(percent.bot ?? 0).toBeGreaterThan(10);
  });

  it('calls no Mozilla browser without a bot’s name a bot', () => {
    const agents = new Set(
      gunzipSync(readFileSync(LOG))
        .toString()
        .match(/"Mozilla\/5[^"]*(?:Chrome|Firefox)\/[\d.]+[^"]*"$/gm) ?? [],
    );
    const named = /bot|spider|crawl|http|preview|feed|fetch|monitor|snapshot|google/i;
    const wrong = [...agents]
      .map((a) => a.slice(1, -1))
      .filter((a) => !named.test(a) && classifyAgent(a).class === 'bot');
    expect(wrong.map((a) => `${classifyAgent(a).match}: ${a}`)).toEqual([]);
  });
});

if (LOG === '') console.warn('SKIPPED: the real web log is not at ../shared/data. Set ADSIEVE_SAMPLES.');
