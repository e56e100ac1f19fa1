import { scanEndpoints } from '#domains/relevancy/contract/scan-endpoints.ts';
import { ok } from '#platform/contract/envelopes.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import type { Outbound } from '#platform/server/http/outbound.ts';
import { byAddress, type RateRule } from '#platform/server/http/rate-limit.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { catalogue, isComplete } from './catalogue.ts';
import { type Credentials, DATAFORSEO, dataforseo } from './dataforseo.ts';
import { NoAnswer, type VideoSource } from './found-video.ts';
import { heldAgainstLists } from './held-against-lists.ts';
import { keptADay } from './kept-answers.ts';
import { ownLists } from './own-lists.ts';
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
  /** Of DataForSEO; absent: it is not asked. */
  dataforseo: Credentials | undefined;
}

/** The vendors an operator has keys for, the one that tells most before the other; else the own catalogue. */
export function sourceOf(parts: RelevancyParts): VideoSource {
  const { database, now, outbound, youtubeKey: key, dataforseo: credentials } = parts;
  const vendors: VideoSource[] = [];
  if (key !== undefined) vendors.push(keptADay(YOUTUBE, youtube({ database, now, outbound, key }), parts));
  if (credentials) vendors.push(keptADay(DATAFORSEO, dataforseo({ database, now, outbound, credentials }), parts));
  return vendors.length === 0 ? catalogue(database, () => isComplete(database)) : inTurn(vendors);
}

/** The answer of the first that has one; where none has, why the last has not. */
const inTurn = (vendors: readonly VideoSource[]): VideoSource => ({
  async search(question, most) {
    let refused: unknown;
    for (const vendor of vendors)
      try {
        return await vendor.search(question, most);
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        refused = error;
      }
    throw refused;
  },
});

export const scanRoutes = (parts: RelevancyParts): Route[] => {
  const source = sourceOf(parts);
  return implement(scanEndpoints)({
    scan: async ({ scope, query: { package_name: name }, body }) => {
      if (name === undefined) return scan(source, body);
      if (!scope) throw appError('not_signed_in');
      // Before a vendor's quota is spent on it.
      ownLists(scope, 'tracking.read', name);
      return heldAgainstLists(parts.database, name, await scan(source, body));
    },
    countries: async ({ query }) => ok({ countries: countriesIn(query.locale) }),
    languages: async ({ query }) => ok({ languages: languagesIn(query.locale) }),
  });
};
