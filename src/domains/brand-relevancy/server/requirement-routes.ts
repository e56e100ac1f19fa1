import { requirementEndpoints } from '#domains/brand-relevancy/contract/requirement-endpoints.ts';
import { ok, paged } from '#platform/contract/envelopes.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import type { BrandParts } from './parts.ts';
import {
  addRequirement,
  editKeywords,
  editRequirement,
  keywordHistory,
  listRequirements,
  oneRequirement,
} from './requirement-store.ts';

export const CREATED = 'Created successfully !';
export const UPDATED = 'Updated successfully !';

export const requirementRoutes = (parts: BrandParts): Route[] =>
  implement(requirementEndpoints)({
    list: async ({ scope, query }) => paged(await listRequirements(scope, parts, query), query.limit),
    one: async ({ scope, params }) => ok(await oneRequirement(scope, parts, params.reference)),
    add: async ({ scope, body }) => ok(await addRequirement(scope, parts, body), CREATED),
    edit: async ({ scope, params, body }) => ok(await editRequirement(scope, parts, params.id, body), UPDATED),
    editKeywords: async ({ scope, params, body }) => ok(await editKeywords(scope, parts, params.id, body), UPDATED),
    keywordHistory: async ({ scope, params, query }) =>
      paged(await keywordHistory(scope, parts, params.id, query), query.limit),
  });
