import { scanEndpoints } from '#domains/relevancy/contract/scan-endpoints.ts';
import { ok } from '#platform/contract/envelopes.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { byAddress, type RateRule } from '#platform/server/http/rate-limit.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { catalogue, isComplete } from './catalogue.ts';
import { countriesIn, languagesIn } from './places.ts';
import { scan } from './scan.ts';

const HOUR = 3600;

/** Of strangers, by their network (PUB-GAP-03). */
export const RELEVANCY_LIMITS: readonly RateRule[] = [
  { endpoint: scanEndpoints.scan, name: 'scan network', max: 20, seconds: HOUR, by: byAddress, strangersOnly: true },
];

export interface RelevancyParts {
  database: Database;
  now: () => Date;
}

export const scanRoutes = ({ database }: RelevancyParts): Route[] => {
  const source = catalogue(database, () => isComplete(database));
  return implement(scanEndpoints)({
    scan: ({ body }) => scan(source, body),
    countries: async ({ query }) => ok({ countries: countriesIn(query.locale) }),
    languages: async ({ query }) => ok({ languages: languagesIn(query.locale) }),
  });
};
