import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestClock } from '#platform/server/clock.ts';
import { createOutbound } from '#platform/server/http/outbound.ts';
import { loopbackAgent } from '../../../../test/support/loopback-agent.ts';
import { useDatabase } from '../../../../test/support/use-database.ts';
import { SCAN_MESSAGES, type ScanAnswer } from '../contract/scan.ts';
import { searched } from './dataforseo.ts';
import { scan } from './scan.ts';
import { sourceOf } from './scan-routes.ts';

const database = useDatabase();
const clock = new TestClock('2026-11-20T12:00:00Z');
interface Asked {
  host: string;
  path: string;
  method: string;
  authorization: string;
  body: unknown;
}
const asked: Asked[] = [];
/** What the stand-in answers: by the host, as one stands in for both vendors. */
let answers: Record<string, { status: number; body: unknown }> = {};
let server: Server;
let port = 0;
const VENDOR = 'api.dataforseo.com';
const YOUTUBE = 'www.googleapis.com';

beforeAll(async () => {
  server = createServer(async (request, answer) => {
    const { host = '', authorization = '' } = request.headers;
    const sent = await text(request);
    const [path = ''] = (request.url ?? '').split('?');
    asked.push({ host, path, method: request.method ?? '', authorization, body: sent && JSON.parse(sent) });
    const { status, body } = answers[host] ?? { status: 404, body: {} };
    answer
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

const source = (callsPerDay = 200, youtubeKey?: string) =>
  sourceOf({
    database,
    now: () => clock.now(),
    outbound: createOutbound({ agent: loopbackAgent(() => port) }),
    youtubeKey,
    dataforseo: { login: 'shop@example.com', password: 'secret-word', callsPerDay },
  });
const row = (keywords: string) => ({
  location_code: 2276,
  language_code: 'de',
  keywords,
  is_user_registered: 'True' as const,
});
const ask = (keyword: string, from = source()): Promise<ScanAnswer> => scan(from, [row(keyword)]);

/** As the documentation shows them, with what stands beside videos on the page. */
const ROASTING = {
  type: 'youtube_video',
  rank_group: 1,
  rank_absolute: 2,
  block_rank: 2,
  block_name: null,
  title: 'Kaffee rösten',
  url: 'https://www.youtube.com/watch?v=aaa111',
  video_id: 'aaa111',
  thumbnail_url: 'https://i.ytimg.com/vi/aaa111/hq720.jpg',
  channel_id: 'UC1',
  channel_name: 'Röster',
  channel_url: 'https://www.youtube.com/@roester',
  channel_logo: null,
  description: 'Zu Hause.',
  highlighted: ['Kaffee'],
  badges: ['4K'],
  is_live: false,
  is_shorts: false,
  is_movie: false,
  views_count: 9_876_543_210,
  publication_date: '10 months ago',
  timestamp: '2026-01-20 11:58:00 +00:00',
  duration_time: '15:51',
  duration_time_seconds: 951,
};
const LIVE = {
  ...ROASTING,
  rank_group: 2,
  rank_absolute: 5,
  title: 'Kaffee live',
  video_id: 'bbb222',
  description: null,
  channel_name: null,
  channel_id: null,
  is_live: true,
  views_count: null,
  publication_date: null,
  timestamp: null,
  duration_time: null,
  duration_time_seconds: null,
};
const ITEMS = [
  { ...ROASTING, type: 'youtube_video_paid', rank_absolute: 1, title: 'Kaffee kaufen', video_id: 'ad1' },
  ROASTING,
  { type: 'youtube_channel', rank_group: 1, rank_absolute: 3, name: 'Kaffee', video_count: 12, is_verified: true },
  { type: 'youtube_playlist', rank_group: 1, rank_absolute: 4, title: 'Kaffee', playlist_id: 'PL1', videos_count: 3 },
  LIVE,
  { ...ROASTING, rank_absolute: 6, block_rank: 3, block_name: 'People also watched' },
];
const answered = (items: readonly unknown[] | null, count: number | null, code = 20_000) => ({
  version: '0.1.20260717',
  status_code: 20_000,
  status_message: 'Ok.',
  time: '4.2 sec.',
  cost: 0.002,
  tasks_count: 1,
  tasks_error: code === 20_000 ? 0 : 1,
  tasks: [
    {
      id: '07231252-7652-0139-0000-301b3ccdda6f',
      status_code: code,
      status_message: code === 20_000 ? 'Ok.' : 'No.',
      time: '4.1 sec.',
      cost: 0.002,
      result_count: items ? 1 : 0,
      path: ['v3', 'serp', 'youtube', 'organic', 'live', 'advanced'],
      data: { api: 'serp', function: 'live', se: 'youtube' },
      result: items && [
        {
          keyword: 'Kaffee',
          se_domain: 'youtube.com',
          location_code: 2276,
          language_code: 'de',
          check_url: 'https://www.youtube.com/results?search_query=Kaffee',
          datetime: '2026-11-20 12:00:00 +00:00',
          spell: null,
          item_types: ['youtube_video'],
          se_results_count: count,
          items_count: items.length,
          items,
        },
      ],
    },
  ],
});
const refusal = (code: number) => ({ status_code: code, status_message: 'No.', tasks_count: 0, tasks: null });

beforeEach(async () => {
  asked.length = 0;
  answers = { [VENDOR]: { status: 200, body: answered(ITEMS, 0) } };
  await database.pool.query('TRUNCATE video_quota, video_answer');
});

/** As the vendor publishes it; the file says where it is from. */
const SCHEMA = JSON.parse(
  readFileSync(join(import.meta.dirname, '../testing/dataforseo-youtube-organic.json'), 'utf8'),
);

describe('scans with credentials of DataForSEO', () => {
  it('read what the vendor publishes: the stand-in answers as its schema says, and every field that is read is one of it', () => {
    const ajv = new Ajv2019({ strict: true, allowUnionTypes: true });
    ajv.addSchema(SCHEMA, 'vendor');
    const refused = (value: unknown) => {
      ajv.validate('vendor#/$defs/Response', value);
      return ajv.errors;
    };
    for (const body of [answered(ITEMS, 0), answered([], 83_412), answered(null, null, 40_102), refusal(40_100)])
      expect(refused(body)).toBeNull();
    // What our shape keeps of an answer in which every field is filled: another name or type would be refused.
    const kept = searched.parse(answered([ROASTING], 83_412));
    expect(refused(kept)).toBeNull();
    expect(Object.keys(kept.tasks?.[0]?.result?.[0]?.items?.[0] ?? {}).sort()).toEqual([
      'channel_id',
      'channel_name',
      'description',
      'duration_time_seconds',
      'timestamp',
      'title',
      'type',
      'video_id',
      'views_count',
    ]);
    expect(refused(answered([{ ...ROASTING, views_count: '3' }], 0))).not.toBeNull();
    expect(refused(answered([{ ...ROASTING, length_seconds: 3 }], 0))).not.toBeNull();
  });

  it('ask once for the keyword, country and language, and answer its videos in its order without advertisements, channels and repetitions [QL-GAP-03]', async () => {
    const answer = await ask('Kaffee 50 % + mehr');
    expect(asked).toEqual([
      {
        host: VENDOR,
        path: '/v3/serp/youtube/organic/live/advanced',
        method: 'POST',
        authorization: `Basic ${Buffer.from('shop@example.com:secret-word').toString('base64')}`,
        body: [{ keyword: 'Kaffee 50 %25 %2B mehr', location_code: 2276, language_code: 'de' }],
      },
    ]);
    expect(answer).toMatchObject([
      {
        title: 'Kaffee rösten',
        video_url: 'https://www.youtube.com/watch?v=aaa111',
        owner_channel_name: 'Röster',
        view_count: 9_876_543_210,
        length_seconds: 951,
        upload_date: '2026-01-20',
        matches: 2,
        source: 'dataforseo',
      },
      { title: 'Kaffee live', source: 'dataforseo' },
    ]);
  });

  it('name what it does not tell in the place of a value, and give a total only where there is one [QL-GAP-01]', async () => {
    const answer = await ask('Kaffee');
    expect(answer).toMatchObject([
      { untold: ['category'], counted_by: 'estimated' },
      { untold: ['category', 'view_count', 'length_seconds', 'upload_date'], counted_by: 'estimated' },
    ]);
    answers[VENDOR] = { status: 200, body: answered(ITEMS, 83_412) };
    expect((await ask('Tee'))[0]).toMatchObject({ counted_by: 'reported', potential_count: 83_412, matches: 83_412 });
  });

  it('ask once a day for the same question and no more often a day than the operator says, over all processes', async () => {
    const both = await Promise.all([ask('eins', source(1)), ask('zwei', source(1))]);
    expect(both.filter(([first]) => first && 'message' in first)).toEqual([[{ message: SCAN_MESSAGES.quota }]]);
    expect(asked.length).toBe(1);
    clock.advance(12 * 3_600_000);
    // A new day in UTC; the answers of the day before still hold.
    const kept = both[0]?.[0] && 'message' in both[0][0] ? 'zwei' : 'eins';
    expect(await ask(kept, source(1))).toMatchObject([{ source: 'dataforseo' }, {}]);
    expect(asked.length).toBe(1);
    expect(await ask('drei', source(1))).toMatchObject([{ source: 'dataforseo' }, {}]);
    expect(asked.length).toBe(2);
  });

  it('say in words why there is nothing: credentials, credit, the limit of costs, a language it does not know, an outage; and never the password', async () => {
    for (const [status, body, said] of [
      [401, refusal(40_100), 'credentials'],
      [402, refusal(40_200), 'credit'],
      [200, answered(null, null, 40_200), 'credit'],
      [200, answered(null, null, 40_501), 'place'],
      [200, answered(null, null, 40_101), 'vendor'],
      [200, answered(null, null, 40_102), 'nothing'],
      [200, answered([], 0), 'nothing'],
      [200, '{', 'vendor'],
      [200, { tasks: 3 }, 'vendor'],
      [500, 'oops', 'vendor'],
      [302, '', 'vendor'],
      [200, answered(null, null, 40_203), 'quota'],
    ] as const) {
      answers[VENDOR] = { status, body };
      const answer = await ask(`Kaffee ${asked.length}`);
      expect([body, answer]).toEqual([body, [{ message: SCAN_MESSAGES[said] }]]);
      expect(JSON.stringify(answer)).not.toContain('secret-word');
    }
    // Its own limit is spent: it is not asked again before its next day.
    const times = asked.length;
    expect(await ask('noch etwas')).toEqual([{ message: SCAN_MESSAGES.quota }]);
    expect(asked.length).toBe(times);
  });

  it('are made where the YouTube Data API has no answer, and only there', async () => {
    const spent = { error: { errors: [{ reason: 'quotaExceeded' }] } };
    answers[YOUTUBE] = { status: 403, body: spent };
    const rows = await ask('Kaffee', source(200, 'key'));
    expect(rows.map((each) => 'source' in each && each.source)).toEqual(['dataforseo', 'dataforseo']);
    expect(asked.map(({ host }) => host)).toEqual([YOUTUBE, VENDOR]);
    clock.advance(24 * 3_600_000);
    answers[YOUTUBE] = { status: 200, body: { items: [], pageInfo: { totalResults: 0 } } };
    expect(await ask('Kakao', source(200, 'key'))).toEqual([{ message: SCAN_MESSAGES.nothing }]);
    expect(asked.map(({ host }) => host)).toEqual([YOUTUBE, VENDOR, YOUTUBE]);
  });
});
