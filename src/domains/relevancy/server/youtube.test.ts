import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestClock } from '#platform/server/clock.ts';
import { createOutbound } from '#platform/server/http/outbound.ts';
import { loopbackAgent } from '../../../../test/support/loopback-agent.ts';
import { useDatabase } from '../../../../test/support/use-database.ts';
import { SCAN_MESSAGES, type ScanAnswer } from '../contract/scan.ts';
import { scan } from './scan.ts';
import { sourceOf } from './scan-routes.ts';
import { looked, searched } from './youtube.ts';

const database = useDatabase();
const clock = new TestClock('2026-11-20T12:00:00Z');
const asked: URL[] = [];
/** What the stand-in answers, by the end of the path. */
let answers: Record<string, { status: number; body: unknown }> = {};
let server: Server;
let port = 0;

beforeAll(async () => {
  server = createServer((request, answer) => {
    const url = new URL(request.url ?? '', 'https://www.googleapis.com');
    asked.push(url);
    const { status, body } = answers[url.pathname.split('/').at(-1) ?? ''] ?? { status: 404, body: {} };
    answer
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

const source = () =>
  sourceOf({
    database,
    now: () => clock.now(),
    outbound: createOutbound({ agent: loopbackAgent(() => port) }),
    youtubeKey: 'secret-key',
    dataforseo: undefined,
  });
const rows = (...keywords: string[]) =>
  keywords.map((each) => ({
    location_code: 2276,
    language_code: 'de',
    keywords: each,
    is_user_registered: 'True' as const,
  }));
const ask = (...keywords: string[]): Promise<ScanAnswer> => scan(source(), rows(...keywords));

/** As the reference of the service shows them: kinds, strings for counts, durations of ISO 8601. */
const SEARCHED = {
  kind: 'youtube#searchListResponse',
  regionCode: 'DE',
  pageInfo: { totalResults: 83_412, resultsPerPage: 20 },
  items: [
    { kind: 'youtube#searchResult', id: { kind: 'youtube#video', videoId: 'aaa111' } },
    { kind: 'youtube#searchResult', id: { kind: 'youtube#video', videoId: 'bbb222' } },
  ],
};
const LOOKED = {
  kind: 'youtube#videoListResponse',
  items: [
    {
      id: 'bbb222',
      snippet: {
        title: 'Kaffee um Mitternacht',
        channelTitle: 'Nacht',
        channelId: 'UC2',
        publishedAt: '2026-02-03T10:00:00Z',
        categoryId: '24',
        defaultAudioLanguage: 'de-DE',
      },
      contentDetails: { duration: 'PT1H2M3S', contentRating: { ytRating: 'ytAgeRestricted' } },
      statistics: { viewCount: '12' },
      status: { madeForKids: false },
    },
    {
      id: 'aaa111',
      snippet: {
        title: 'Kaffee rösten',
        description: 'Zu Hause.',
        channelTitle: 'Röster',
        channelId: 'UC1',
        publishedAt: '2026-01-02T10:00:00Z',
        tags: ['Kaffee'],
        categoryId: '26',
        defaultAudioLanguage: 'de',
      },
      contentDetails: { duration: 'PT15M51S' },
      statistics: { viewCount: '9876543210' },
      status: { madeForKids: false },
    },
  ],
};
/** A video with a value in every field the adapter reads, and no other. */
const ALL_READ = {
  id: 'ccc333',
  snippet: {
    title: 'T',
    description: 'D',
    channelId: 'UC3',
    channelTitle: 'C',
    publishedAt: '2026-02-03T10:00:00Z',
    tags: ['t'],
    categoryId: '24',
    defaultAudioLanguage: 'de',
    defaultLanguage: 'de',
  },
  contentDetails: { duration: 'PT1S', contentRating: { ytRating: 'ytAgeRestricted' } },
  statistics: { viewCount: '1' },
  status: { madeForKids: false },
};
const refusal = (reason: string) => ({
  status: 403,
  body: { error: { code: 403, message: 'No', errors: [{ domain: 'youtube.quota', reason }] } },
});

beforeEach(async () => {
  asked.length = 0;
  answers = { search: { status: 200, body: SEARCHED }, videos: { status: 200, body: LOOKED } };
  await database.pool.query('TRUNCATE video_quota, video_answer');
});

/** As Google publishes it; the file says where it is from. */
const SCHEMA = JSON.parse(readFileSync(join(import.meta.dirname, '../testing/youtube-v3.json'), 'utf8'));

/** Names of fields as a path: `items.snippet.title`; of lists those of what they hold. */
const fieldsOf = (value: unknown, at = ''): string[] => {
  if (Array.isArray(value)) return value.flatMap((each) => fieldsOf(each, at));
  if (typeof value !== 'object' || value === null) return [at];
  return Object.entries(value).flatMap(([name, inner]) => fieldsOf(inner, at === '' ? name : `${at}.${name}`));
};

describe('scans with a key of the YouTube Data API', () => {
  it('read what Google publishes: the stand-in answers as its schema says, and every field that is read is one of it', () => {
    const ajv = new Ajv2019({ strict: true });
    ajv.addSchema(SCHEMA, 'youtube');
    const refused = (name: string, value: unknown) => {
      ajv.validate(`youtube#/$defs/${name}`, value);
      return ajv.errors;
    };
    expect([refused('SearchListResponse', SEARCHED), refused('VideoListResponse', LOOKED)]).toEqual([null, null]);
    // Shapes of ours, each field filled: a name the schema does not have, or of another type, is refused.
    const video = ALL_READ;
    const read = looked.parse({ items: [video] });
    expect(refused('VideoListResponse', { items: [video] })).toBeNull();
    expect(fieldsOf(read).sort()).toEqual(fieldsOf({ items: [video] }).sort());
    const found = searched.parse(SEARCHED);
    expect(refused('SearchListResponse', found)).toBeNull();
    expect(refused('VideoListResponse', { items: [{ ...video, statistics: { viewCount: 3 } }] })).not.toBeNull();
    expect(refused('VideoListResponse', { items: [{ ...video, lengthSeconds: 3 }] })).not.toBeNull();
  });

  it('ask it for the keyword, country and language, and answer its videos in its order with the number it reports [QL-GAP-03]', async () => {
    const answer = await ask('Kaffee');
    expect(answer).toMatchObject([
      {
        title: 'Kaffee rösten',
        video_url: 'https://www.youtube.com/watch?v=aaa111',
        owner_channel_name: 'Röster',
        view_count: 9_876_543_210,
        length_seconds: 951,
        upload_date: '2026-01-02',
        category: 'Howto & Style',
        status: 'Relevant',
        potential_count: 83_412,
        counted_by: 'reported',
        source: 'youtube',
      },
      { title: 'Kaffee um Mitternacht', length_seconds: 3723, status: 'Unsafe' },
    ]);
    const [search, look] = asked;
    expect(Object.fromEntries(search?.searchParams ?? [])).toMatchObject({
      q: 'Kaffee',
      regionCode: 'DE',
      relevanceLanguage: 'de',
      type: 'video',
      maxResults: '20',
      key: 'secret-key',
    });
    expect(look?.searchParams.get('id')).toBe('aaa111,bbb222');
  });

  it('ask once a day for the same question, also after a restart, and again the next day', async () => {
    const first = await ask('Kaffee');
    expect(await ask(' KAFFEE')).toMatchObject(first.map((each) => ({ ...each, keyword: ' KAFFEE' })));
    expect(asked.length).toBe(2);
    clock.advance(86_400_001);
    await ask('Kaffee');
    expect(asked.length).toBe(4);
  });

  it('stop before the quota is spent, over all processes, and when the service says so, until its next day', async () => {
    await database.pool.query("INSERT INTO video_quota VALUES ('youtube', $1, 9850)", [
      new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(clock.now()),
    ]);
    const both = await Promise.all([ask('eins'), ask('zwei')]);
    expect(both.filter(([row]) => row && 'message' in row)).toEqual([[{ message: SCAN_MESSAGES.quota }]]);
    expect(asked.length).toBe(2);
    clock.advance(86_400_000);
    answers['search'] = refusal('quotaExceeded');
    expect(await ask('drei')).toEqual([{ message: SCAN_MESSAGES.quota }]);
    expect(await ask('vier')).toEqual([{ message: SCAN_MESSAGES.quota }]);
    expect(asked.length).toBe(3);
  });

  it('say that the search cannot be reached, or refuses the key, and never the key, whatever the service answers instead', async () => {
    for (const wrong of [
      { status: 500, body: 'oops' },
      { status: 200, body: '{' },
      { status: 200, body: { items: 3 } },
      { status: 302, body: '' },
    ]) {
      answers['search'] = wrong;
      const answer = await ask(`Kaffee ${JSON.stringify(wrong).length}`);
      expect(answer).toEqual([{ message: SCAN_MESSAGES.vendor }]);
      expect(JSON.stringify(answer)).not.toContain('secret-key');
    }
    const refused = { ...refusal('badRequest').body.error, details: [{ reason: 'API_KEY_INVALID' }] };
    for (const wrong of [refusal('keyInvalid'), { status: 400, body: { error: refused } }]) {
      answers['search'] = wrong;
      expect(await ask(`Tee ${wrong.status}`)).toEqual([{ message: SCAN_MESSAGES.credentials }]);
    }
    answers['search'] = {
      status: 200,
      body: { ...SEARCHED, items: [], pageInfo: { totalResults: 0, resultsPerPage: 0 } },
    };
    expect(await ask('nichts')).toEqual([{ message: SCAN_MESSAGES.nothing }]);
  });
});
