import {
  catalogueEndpoints,
  MOST_IMPORT_BYTES,
  type Plan,
  pricingEndpoints,
} from '#domains/relevancy/contract/catalogue-endpoints.ts';
import { ok, paged } from '#platform/contract/envelopes.ts';
import { boundedBody } from '#platform/server/http/bounded-body.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { catalogueStanding, importVideos, keepSamples, listVideos, sayComplete } from './catalogue-store.ts';
import { refuse } from './refuse.ts';

export interface CatalogueParts {
  database: Database;
  now: () => Date;
  /** What the operator offers; empty where nothing is configured. */
  plans: readonly Plan[];
}

const MEGABYTE = 1_000_000;
const UPDATED = 'Updated successfully !';
const tooLarge = () => refuse('catalogue_large', { most: MOST_IMPORT_BYTES / MEGABYTE }, { as: 'too_large' });

export const catalogueRoutes = ({ database, now, plans }: CatalogueParts): Route[] => [
  ...implement(catalogueEndpoints)({
    list: async ({ scope, query }) => paged(await listVideos(scope, database, query), query.limit),
    standing: async ({ scope }) => ok(await catalogueStanding(scope, database)),
    upload: async ({ scope, query, upload }) => {
      const bytes = await boundedBody(upload, MOST_IMPORT_BYTES, tooLarge);
      const asked = { text: bytes.toString('utf8'), fileName: query.file_name, dryRun: query.dry_run === 'true' };
      return ok(await importVideos(scope, database, now(), asked));
    },
    samples: async ({ scope, body }) => ok(await keepSamples(scope, database, now(), body.keep), UPDATED),
    complete: async ({ scope, body }) => ok(await sayComplete(scope, database, body.complete), UPDATED),
  }),
  ...implement(pricingEndpoints)({ plans: async () => ok({ plans: [...plans] }) }),
];
