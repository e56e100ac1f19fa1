import { z } from 'zod';
import type { Outbound } from '#platform/server/http/outbound.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import {
  type Found,
  type FoundVideo,
  NoAnswer,
  parsed,
  type Question,
  untoldOf,
  type VideoSource,
} from './found-video.ts';
import { locationOf } from './places.ts';
import { type Quota, spendAll, takeUnits } from './quota.ts';

/** https://docs.dataforseo.com/v3/serp/youtube/organic/live/advanced: the first 20 blocks of YouTube's result page. */
const ADDRESS = 'https://api.dataforseo.com/v3/serp/youtube/organic/live/advanced';
/** "Up to 6 seconds on average", by the page of prices; one that took 22 stands in its help centre. */
const TIMEOUT_MS = 25_000;
export const DATAFORSEO = 'dataforseo';

const video = z.object({
  type: z.literal('youtube_video'),
  video_id: z.string(),
  title: z.string(),
  description: z.string().nullish(),
  channel_id: z.string().nullish(),
  channel_name: z.string().nullish(),
  views_count: z.number().int().min(0).nullish(),
  /** `2022-11-15 12:57:46 +00:00`, reckoned by the vendor from words such as "2 years ago". */
  timestamp: z.string().nullish(),
  duration_time_seconds: z.number().int().min(0).nullish(),
});
/** Advertisements, channels, playlists, and whatever comes to be: not what a scan is about. */
const other = z.object({ type: z.string() });
/** What is read of an answer, by the names of the service. */
export const searched = z.object({
  status_code: z.number().int(),
  tasks: z
    .array(
      z.object({
        status_code: z.number().int(),
        result: z
          .array(
            z.object({
              se_results_count: z.number().int().min(0).nullish(),
              items: z.array(z.union([video, other])).nullish(),
            }),
          )
          .nullish(),
      }),
    )
    .nullish(),
});
type Video = z.output<typeof video>;

const DONE = 20_000;
/** The search was made, is charged, and found nothing (help centre, "What does the 40102 error mean?"). */
const NO_RESULTS = 40_102;
/** By the codes of HTTP and its own; https://docs.dataforseo.com/v3/appendix/errors. Any other: try again later. */
const WHY = new Map<number, NoAnswer['why']>([
  [401, 'credentials'],
  [40_100, 'credentials'],
  [402, 'credit'],
  [40_200, 'credit'],
  // The limit of costs for a day that the operator has set there; days are those of UTC.
  [40_203, 'quota'],
  // "Invalid Field": it knows fewer languages than there are. What was typed has no bounds that are not checked before.
  [40_501, 'place'],
]);

export interface Credentials {
  login: string;
  password: string;
  /** Calls an operator lets scans make in a day; each is charged. */
  callsPerDay: number;
}

interface Parts {
  outbound: Pick<Outbound, 'postJson'>;
  database: Pick<Database, 'db'>;
  now: () => Date;
  credentials: Credentials;
}

/**
 * DataForSEO, which reads YouTube's result page. It tells neither category, tags, language nor limits of age, and a
 * total only where YouTube does; days of upload are reckoned from words.
 */
export function dataforseo({ outbound, database, now, credentials }: Parts): VideoSource {
  const { login, password, callsPerDay: most } = credentials;
  const authorization = `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
  const quota: Quota = { vendor: DATAFORSEO, zone: 'UTC', most };
  return {
    async search(question, shown) {
      if (!(await takeUnits(database, now(), quota, 1))) throw new NoAnswer('quota');
      const answer = await outbound
        .postJson(ADDRESS, bodyOf(question), { authorization }, TIMEOUT_MS)
        .catch(() => Promise.reject(new NoAnswer('vendor')));
      const told = searched.safeParse(parsed(answer.body)).data;
      const [task] = told?.tasks ?? [];
      const code = task?.status_code ?? told?.status_code;
      if (answer.status === 200 && code === NO_RESULTS) return { videos: [], matches: 0 };
      const [result] = task?.result ?? [];
      if (answer.status === 200 && code === DONE && result) return foundOf(result, shown);
      const why = WHY.get(answer.status) ?? WHY.get(code ?? 0) ?? 'vendor';
      if (why === 'quota') await spendAll(database, now(), quota);
      throw new NoAnswer(why);
    },
  };
}

/** One task of a call: it takes no more. In keywords `%` and `+` are read as in addresses. */
function bodyOf({ keyword, country, language }: Question): string {
  const plain = keyword.replaceAll('%', '%25').replaceAll('+', '%2B');
  return JSON.stringify([{ keyword: plain, location_code: locationOf(country), language_code: language }]);
}

interface Result {
  se_results_count?: number | null | undefined;
  items?: readonly (Video | { type: string })[] | null | undefined;
}

/** In the order of the page, whose first is the best; a video that stands in several blocks once. */
function foundOf({ se_results_count: count, items }: Result, shown: number): Found {
  const all = items ?? [];
  const ofType = all.flatMap((item) => ('video_id' in item ? [item] : []));
  const videos = ofType.filter(({ video_id: id }, at) => ofType.findIndex(({ video_id }) => video_id === id) === at);
  const found = videos.slice(0, shown).map((each, at) => videoOf(each, 1 - at / Math.min(shown, videos.length)));
  // A number that is not above what was sent is no total of anything.
  if (!count || count <= all.length) return { videos: found, matches: videos.length };
  return { videos: found, matches: count, total: { count, by: 'reported' } };
}

function videoOf(told: Video, rank: number): FoundVideo {
  const day = /^\d{4}-\d{2}-\d{2}(?= )/.exec(told.timestamp ?? '')?.[0] ?? '';
  return {
    url: `https://www.youtube.com/watch?v=${encodeURIComponent(told.video_id)}`,
    title: told.title,
    description: told.description ?? '',
    tags: [],
    transcript: '',
    channelId: told.channel_id ?? '',
    channelName: told.channel_name ?? '',
    category: '',
    language: '',
    views: told.views_count ?? 0,
    lengthSeconds: told.duration_time_seconds ?? 0,
    publishedOn: day,
    madeForKids: false,
    ageRestricted: false,
    rank,
    untold: untoldOf({
      category: true,
      view_count: typeof told.views_count !== 'number',
      length_seconds: !told.duration_time_seconds,
      upload_date: day === '',
    }),
    source: 'dataforseo',
  };
}
