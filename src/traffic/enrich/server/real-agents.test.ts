/**
 * What is shipped as pattern is vetted against agents of real browsers, phones, televisions and web views: whoever
 * takes a newer list learns here whom it would call.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { list as isbotList } from 'isbot';
import switcher from 'random-useragent/useragent-data.json' with { type: 'json' };
import topAgents from 'top-user-agents' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { readCrawlerPatterns } from '#traffic/lists/server/package-facts.ts';
import { classifyAgent, plainAgent } from './agent-class.ts';
import { NOT_CRAWLERS } from './bot-patterns.ts';

const require = createRequire(import.meta.url);

/** Agents of the corpora that are called all the same, each with its reason. */
const CALLED: Readonly<Record<string, string>> = {
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/120.0.0.0': 'No Chrome leaves its engine out; scripts do',
  'Avant Browser/1.2.789rel1 (http://www.avantbrowser.com)':
    'An address in an agent is how robots introduce themselves',
  'BlackBerry7520/4.0.0 Profile/MIDP-2.0 Configuration/CLDC-1.1 UP.Browser/5.0.3.3 UP.Link/5.1.2.12 (Google WAP Proxy/1.0)':
    'Fetched by a machine of Google for a person, of whom nothing is known',
};

/** Robots, libraries and programs in the one corpus that has them, too. */
const MACHINES = /Spiders|Bots|Libraries|Downloaders|Feed Readers|Validators|Miscellaneous\/Miscellaneous/;

/** What 10,000 visitors of sites with a well-known analytics script sent, some thousand agents in all. */
const visitors = (): string[] => {
  const folder = dirname(require.resolve('user-agents'));
  const found: { userAgent: string }[] = JSON.parse(readFileSync(join(folder, 'user-agents.json'), 'utf8'));
  return [...new Set(found.map(({ userAgent }) => userAgent))];
};

const ANDROID_VIEW =
  'Mozilla/5.0 (Linux; Android 15; CPH2581 Build/AP3A.240617.008; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.6778.200 Mobile Safari/537.36';
const ANDROID_BROWSER =
  'Mozilla/5.0 (Linux; Android 15; RMX3840 Build/AP3A.240617.008) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';
const IPHONE_VIEW =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';
const DESKTOP =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.6723.191 Electron/33.3.2 Safari/537.36';
/** How apps sign the pages they show. Several of them fetch previews under the same name. */
const APPS = [
  '',
  'Viber/23.1.0.3',
  'WhatsApp/2.24.20.89',
  '[WhatsApp]',
  'MetaIAB Facebook',
  'Telegram-Android/11.2 (CPH2581)',
  '[FB_IAB/FB4A;FBAV/490.0.0.50.82;]',
  'Instagram 406.0.0.58.159 Android (35/15; 480dpi; OPPO)',
  'Barcelona 350.0',
  'TwitterAndroid',
  'Pinterest/12.3',
  'Tumblr/34.3',
  'Bluesky/1.9',
  'Notion/3.10.0',
  'GSA/15.41',
  'LinkedInApp',
  'Goodreads/5.1',
  'Feedly/90',
  'Slack/24.10',
  'Discord/300',
  'Reddit/2024.45',
  'Kik/15',
  'Snapchat/12.90',
  'Flipboard/4.3',
  'Teams/1.7',
  'VKAndroidApp/8.90',
  'trill_370402',
  'MicroMessenger/8.0.50',
  'Line/14.18',
  'KAKAOTALK 11.0',
  'NAVER(inapp; search; 1000)',
  'baiduboxapp/13.70',
  'Zalo android/12',
  'Overcast/2024',
];

function called(agents: readonly string[]): string[] {
  return agents.flatMap((agent) => {
    const found = classifyAgent(plainAgent(agent));
    const isPerson = found.class === 'browser' || found.class === 'app';
    return isPerson || agent in CALLED ? [] : [`${found.class} by ${found.match}: ${agent}`];
  });
}

describe('no agent of the vetted corpus is called a machine', () => {
  it('of what visitors of real sites send', () => {
    const agents = visitors();
    expect(agents.length).toBeGreaterThan(500);
    expect(called(agents)).toEqual([]);
    expect(topAgents.length).toBeGreaterThan(50);
    expect(called(topAgents)).toEqual([]);
  });

  it('of browsers that are odd but real: text browsers, consoles, feature phones, those of the last century', () => {
    const agents = switcher.filter(({ folder }) => !MACHINES.test(folder)).map(({ userAgent }) => userAgent);
    expect(agents.length).toBeGreaterThan(700);
    expect(called(agents)).toEqual([]);
  });

  it('of pages inside apps, on phones whose build a list takes for a scanner', () => {
    const views = [ANDROID_VIEW, IPHONE_VIEW, DESKTOP];
    expect(called([ANDROID_BROWSER])).toEqual([]);
    expect(called(views.flatMap((view) => APPS.map((app) => `${view} ${app}`.trim())))).toEqual([]);
  });

  const models = '../shared/data/devices/android_device_models.csv.gz';
  if (!existsSync(models)) console.warn(`SKIPPED: the models of phones are not at ${models}.`);
  it.skipIf(!existsSync(models))('of phones of any model, in browsers, web views and apps', () => {
    const names = gunzipSync(readFileSync(models)).toString().split(/\r?\n/).slice(1);
    const distinct = [
      ...new Set(
        names.flatMap((line) =>
          line
            .replaceAll('"', '')
            .split(',')
            .map((name) => name.trim()),
        ),
      ),
    ].filter(Boolean);
    expect(distinct.length).toBeGreaterThan(50_000);
    const agents = distinct.flatMap((model) => [
      `Mozilla/5.0 (Linux; Android 13; ${model}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36`,
      `Mozilla/5.0 (Linux; Android 9; ${model} Build/PPR1.180610.011; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/120.0.0.0 Mobile Safari/537.36`,
      `Dalvik/2.1.0 (Linux; U; Android 9; ${model} Build/PPR1.180610.011)`,
    ]);
    expect(called(agents)).toEqual([]);
  });
});

describe('exceptions', () => {
  it('are of patterns that are still shipped', () => {
    const shipped = [...readCrawlerPatterns().map(({ pattern }) => pattern), ...isbotList];
    expect(Object.keys(NOT_CRAWLERS).filter((pattern) => !shipped.includes(pattern))).toEqual([]);
  });

  it('are of agents that are still called and still in the corpus', () => {
    const corpus = [...visitors(), ...topAgents, ...switcher.map(({ userAgent }) => userAgent)];
    for (const agent of Object.keys(CALLED)) {
      expect(corpus).toContain(agent);
      expect(['browser', 'app']).not.toContain(classifyAgent(plainAgent(agent)).class);
    }
  });
});

it('knows every example of the crawler list that is none of a person', () => {
  const examples = readCrawlerPatterns()
    .filter(({ pattern }) => !(pattern in NOT_CRAWLERS))
    .flatMap(({ instances }) => instances);
  const missed = examples.filter((agent) => ['browser', 'app'].includes(classifyAgent(plainAgent(agent)).class));
  expect(missed).toEqual([]);
  expect(examples.length).toBeGreaterThan(2_000);
});
