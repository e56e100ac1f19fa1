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
import { type Quota, spendAll, takeUnits } from './quota.ts';

/** https://developers.google.com/youtube/v3/docs; quota: a search is 100 units, a look at 50 videos 1, of 10,000 a day. */
const BASE = 'https://www.googleapis.com/youtube/v3';
const SEARCH_UNITS = 100;
const LOOK_UNITS = 1;
const MOST_BYTES = 4_000_000;
const TIMEOUT_MS = 15_000;
export const YOUTUBE = 'youtube';
const QUOTA: Quota = { vendor: YOUTUBE, zone: 'America/Los_Angeles', most: 10_000 };

/** What is read of an answer, by the names of the service. */
export const searched = z.object({
  items: z.array(z.object({ id: z.object({ videoId: z.string().optional() }) })).default([]),
  pageInfo: z.object({ totalResults: z.number().int().min(0) }),
});
export const looked = z.object({
  items: z
    .array(
      z.object({
        id: z.string(),
        snippet: z.object({
          title: z.string(),
          description: z.string().default(''),
          channelId: z.string().default(''),
          channelTitle: z.string().default(''),
          publishedAt: z.string().default(''),
          tags: z.array(z.string()).default([]),
          categoryId: z.string().default(''),
          defaultAudioLanguage: z.string().default(''),
          defaultLanguage: z.string().default(''),
        }),
        contentDetails: z
          .object({
            duration: z.string().default(''),
            contentRating: z.object({ ytRating: z.string().optional() }).optional(),
          })
          .default({ duration: '' }),
        statistics: z.object({ viewCount: z.string().optional() }).default({}),
        status: z.object({ madeForKids: z.boolean().optional() }).default({}),
      }),
    )
    .default([]),
});
type Looked = z.output<typeof looked>['items'][number];
const reasons = z.array(z.object({ reason: z.string().optional() })).default([]);
const refusal = z.object({ error: z.object({ errors: reasons, details: reasons }) });

/** Names of categories there are everywhere; a number stands for itself where it is none of these. */
const CATEGORIES: Readonly<Record<string, string>> = {
  1: 'Film & Animation',
  2: 'Autos & Vehicles',
  10: 'Music',
  15: 'Pets & Animals',
  17: 'Sports',
  19: 'Travel & Events',
  20: 'Gaming',
  22: 'People & Blogs',
  23: 'Comedy',
  24: 'Entertainment',
  25: 'News & Politics',
  26: 'Howto & Style',
  27: 'Education',
  28: 'Science & Technology',
  29: 'Nonprofits & Activism',
};

/** Reasons of https://developers.google.com/youtube/v3/docs/errors that are no outage. */
const WHY = new Map<string, NoAnswer['why']>([
  ['quotaExceeded', 'quota'],
  ['dailyLimitExceeded', 'quota'],
  ['keyInvalid', 'credentials'],
  ['accessNotConfigured', 'credentials'],
  ['API_KEY_INVALID', 'credentials'],
]);

interface Parts {
  outbound: Pick<Outbound, 'getText'>;
  database: Pick<Database, 'db'>;
  now: () => Date;
  key: string;
}

/** The YouTube Data API: a search and a look at what it found. Its quota is metered before it is spent. */
export function youtube({ outbound, database, now, key }: Parts): VideoSource {
  const ask = async <T>(path: string, asked: Record<string, string>, shape: z.ZodType<T>): Promise<T> => {
    const answer = await outbound
      .getText(`${BASE}/${path}?${new URLSearchParams({ ...asked, key })}`, MOST_BYTES, TIMEOUT_MS)
      // The key stands in the address: what failed is not told with it.
      .catch(() => Promise.reject(new NoAnswer('vendor')));
    const body = parsed(answer.body);
    const told = shape.safeParse(body);
    if (answer.status === 200 && told.success) return told.data;
    const refused = refusal.safeParse(body).data?.error;
    const said = [...(refused?.errors ?? []), ...(refused?.details ?? [])];
    const why = said.flatMap(({ reason = '' }) => WHY.get(reason) ?? [])[0] ?? 'vendor';
    if (why === 'quota') await spendAll(database, now(), QUOTA);
    throw new NoAnswer(why);
  };
  return {
    async search(question, most) {
      const units = SEARCH_UNITS + LOOK_UNITS;
      if (!(await takeUnits(database, now(), QUOTA, units))) throw new NoAnswer('quota');
      const { items, pageInfo } = await ask('search', searchOf(question, most), searched);
      const ids = items.flatMap(({ id }) => id.videoId ?? []);
      const total = { count: pageInfo.totalResults, by: 'reported' as const };
      if (ids.length === 0) return { videos: [], matches: 0, total };
      const part = 'snippet,contentDetails,statistics,status';
      const { items: videos } = await ask('videos', { part, id: ids.join(','), maxResults: '50' }, looked);
      return foundOf(ids, videos, total);
    },
  };
}

const searchOf = ({ keyword, country, language }: Question, most: number) => ({
  part: 'snippet',
  type: 'video',
  q: keyword,
  regionCode: country,
  relevanceLanguage: language,
  maxResults: String(most),
  safeSearch: 'none',
  order: 'relevance',
});

/** In the order of the search, whose first is the best. */
function foundOf(ids: readonly string[], videos: readonly Looked[], total: NonNullable<Found['total']>): Found {
  const byId = new Map(videos.map((video) => [video.id, video]));
  const shown = ids.flatMap((id, at) => {
    const video = byId.get(id);
    return video ? [videoOf(video, 1 - at / ids.length)] : [];
  });
  return { videos: shown, matches: total.count, total };
}

const videoOf = ({ id, snippet, contentDetails, statistics, status }: Looked, rank: number): FoundVideo => ({
  url: `https://www.youtube.com/watch?v=${encodeURIComponent(id)}`,
  title: snippet.title,
  description: snippet.description,
  tags: snippet.tags,
  transcript: '',
  channelId: snippet.channelId,
  channelName: snippet.channelTitle,
  category: CATEGORIES[snippet.categoryId] ?? snippet.categoryId,
  language: (snippet.defaultAudioLanguage || snippet.defaultLanguage).slice(0, 2).toLowerCase(),
  views: Number(statistics.viewCount ?? 0) || 0,
  lengthSeconds: secondsOf(contentDetails.duration),
  publishedOn: snippet.publishedAt.slice(0, 10),
  madeForKids: status.madeForKids ?? false,
  ageRestricted: contentDetails.contentRating?.ytRating === 'ytAgeRestricted',
  rank,
  untold: untoldOf({
    category: snippet.categoryId === '',
    view_count: statistics.viewCount === undefined,
    length_seconds: contentDetails.duration === '' || contentDetails.duration === 'P0D',
    upload_date: snippet.publishedAt === '',
  }),
  source: 'youtube',
});

/** `P1DT2H15M51S` in seconds; 0 for what is none. */
function secondsOf(duration: string): number {
  const [, days = 0, hours = 0, minutes = 0, seconds = 0] =
    /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(duration) ?? [];
  return ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds);
}
