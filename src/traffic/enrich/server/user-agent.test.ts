import { beforeAll, describe, expect, it } from 'vitest';
import { readCrawlerPatterns } from '#traffic/lists/server/package-facts.ts';
import { testEnricher } from '../testing/enricher.ts';
import { APPS, BROWSERS } from '../testing/people-agents.ts';
import { classifyAgent, plainAgent } from './agent-class.ts';
import type { Enricher } from './enrich.ts';

const classOf = (agent: string): string => classifyAgent(plainAgent(agent)).class;
const wrong = (agents: readonly string[], right: string): string[] =>
  agents.filter((a) => classOf(a) !== right).map((a) => `${classOf(a)} (${classifyAgent(plainAgent(a)).match}): ${a}`);

describe('agent classes', () => {
  it('calls no browser of a person anything else', () => {
    expect(BROWSERS.length + APPS.length).toBeGreaterThanOrEqual(60);
    expect(wrong(BROWSERS, 'browser')).toEqual([]);
  });

  it('knows apps, in-app browsers and web views', () => {
    expect(wrong(APPS, 'app')).toEqual([]);
  });

  it('recognises at least 98 % of the example agents of crawler-user-agents', () => {
    const machines = ['bot', 'headless', 'library'];
    const bots = readCrawlerPatterns().filter(
      (p) => !p.tags?.some((t) => t === 'http-library' || t === 'browser-automation'),
    );
    const share = (agents: string[], ok: string[]) =>
      agents.filter((a) => ok.includes(classOf(a))).length / agents.length;
    expect(
      share(
        readCrawlerPatterns().flatMap((p) => p.instances),
        machines,
      ),
    ).toBeGreaterThanOrEqual(0.98);
    expect(
      share(
        bots.flatMap((p) => p.instances),
        ['bot'],
      ),
    ).toBeGreaterThanOrEqual(0.98);
  });

  it.each([
    'curl/8.4.0',
    'Wget/1.21.2',
    'python-requests/2.31.0',
    'Python-urllib/3.11',
    'aiohttp/3.9',
    'okhttp/4.12.0',
    'Go-http-client/1.1',
    'Go-http-client/2.0',
    'Java/17.0.9',
    'Java-http-client/17',
    'Apache-HttpClient/4.5.14 (Java/17.0.9)',
    'axios/1.6.8',
    'node-fetch/1.0 (+https://github.com/bitinn/node-fetch)',
    'GuzzleHttp/7',
    'Dart/3.3 (dart:io)',
    'libwww-perl/6.67',
    'PostmanRuntime/7.37.0',
    'Ruby',
    'reqwest/0.11',
    'Mozilla/5.0 (Windows NT; Windows NT 10.0; en-US) WindowsPowerShell/5.1.19041.4291',
    'SomethingNobodyKnows/1.0 build 12',
  ])('calls %s a library or tool, or names it', (agent) => {
    expect(['library', 'bot', 'malformed']).toContain(classOf(agent));
    expect(classifyAgent(agent).match).not.toBe('');
  });

  it.each([
    'curl/8.4.0',
    'python-requests/2.31.0',
    'okhttp/4.12.0',
    'Go-http-client/1.1',
    'Java/17.0.9',
    'axios/1.6.8',
  ])('calls %s a library', (agent) => expect(classOf(agent)).toBe('library'));

  it.each([
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/124.0.0.0 Safari/537.36',
    'Mozilla/5.0 (Unknown; Linux x86_64) AppleWebKit/538.1 (KHTML, like Gecko) PhantomJS/2.1.1 Safari/538.1',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36 Selenium/4.1',
  ])('calls %s headless', (agent) => expect(classOf(agent)).toBe('headless'));

  it.each(['', '-', ' ', 'null', 'N/A', 'undefined'])('calls %j empty', (agent) =>
    expect(classOf(agent)).toBe('empty'),
  );

  it.each([
    'Mozilla/5.0',
    'Mozilla/4.0 (compatible;)',
    '{user_agent}',
    '$USER_AGENT',
    '%%UA%%',
    '() { :; }; echo',
    '<script>alert(1)</script>',
    'Mozilla/5.0 \u0000(X11) AppleWebKit/1',
    'abc',
  ])('calls %j malformed', (agent) => expect(classOf(agent)).toBe('malformed'));

  it('reads agents written for links and IIS logs', () => {
    const agent = BROWSERS[0] ?? '';
    expect(classOf(encodeURIComponent(agent))).toBe('browser');
    expect(classOf(agent.replaceAll(' ', '+'))).toBe('browser');
  });

  it('takes the operator’s patterns first', () => {
    expect(classifyAgent(BROWSERS[0] ?? '', [{ list: 'ours', text: 'win64' }])).toEqual({
      class: 'bot',
      bot: 'win64',
      match: 'ours: win64',
    });
  });
});

describe('facts of an agent', () => {
  let enricher: Enricher;
  beforeAll(async () => {
    enricher = await testEnricher();
  });

  it('names the bot, the pattern and the list', () => {
    const facts = enricher.userAgent('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)');
    expect(facts).toMatchObject({
      ua_class: 'bot',
      ua_bot: 'Googlebot',
      ua_bot_match: 'crawler-user-agents: Googlebot\\/',
      claimed_crawler: 'Googlebot',
    });
  });

  it('reads browser, system and device', () => {
    expect(enricher.userAgent(BROWSERS[0] ?? '')).toMatchObject({
      browser: 'Chrome',
      browser_version: '124',
      os: 'Windows',
      os_version: '10',
      device_type: 'desktop',
    });
    expect(enricher.userAgent(BROWSERS.find((a) => a.includes('SM-G991B')) ?? '')).toMatchObject({
      os: 'Android',
      os_version: '13',
      device_type: 'mobile',
      device_brand: 'Samsung',
      device_model: 'SM-G991B',
    });
  });

  it('leaves out versions that browsers froze', () => {
    const version = (part: string) => enricher.userAgent(BROWSERS.find((a) => a.includes(part)) ?? '').os_version;
    expect(version('10_15_7')).toBe('');
    expect(version('Android 10; K')).toBe('');
    expect(version('Version/26.0')).toBe('');
    expect(version('17_4_1')).toBe('17.4.1');
  });
});
