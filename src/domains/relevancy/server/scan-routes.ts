import { scanEndpoints } from '#domains/relevancy/contract/scan-endpoints.ts';
import { ok } from '#platform/contract/envelopes.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import type { Outbound } from '#platform/server/http/outbound.ts';
import { byAddress, type RateRule } from '#platform/server/http/rate-limit.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { catalogue, isComplete } from './catalogue.ts';
import type { VideoSource } from './found-video.ts';
import { keptADay } from './kept-answers.ts';
import { countriesIn, languagesIn } from './places.ts';
import { scan } from './scan.ts';
import { YOUTUBE, youtube } from './youtube.ts';

const HOUR = 3600;

/** Of strangers, by their network (PUB-GAP-03). */
export const RELEVANCY_LIMITS: readonly RateRule[] = [
  { endpoint: scanEndpoints.scan, name: 'scan network', max: 20, seconds: HOUR, by: byAddress, strangersOnly: true },
];

export interface RelevancyParts {
  database: Database;
  now: () => Date;
  outbound: Outbound;
  /** Of the YouTube Data API; absent: scans look through the own catalogue. */
  youtubeKey: string | undefined;
}

/** The vendor an operator has a key for, else the own catalogue. */
export function sourceOf({ database, now, outbound, youtubeKey: key }: RelevancyParts): VideoSource {
  if (key === undefined) return catalogue(database, () => isComplete(database));
  return keptADay(YOUTUBE, youtube({ database, now, outbound, key }), { database, now });
}

export const scanRoutes = (parts: RelevancyParts): Route[] => {
  const source = sourceOf(parts);
  return implement(scanEndpoints)({
    scan: ({ body }) => scan(source, body),
    countries: async ({ query }) => ok({ countries: countriesIn(query.locale) }),
    languages: async ({ query }) => ok({ languages: languagesIn(query.locale) }),
  });
};
