import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { searchText } from '#platform/contract/search-text.ts';
import { keywordChange, keywordEdit, newRequirement, requirementEdit, requirementView } from './requirement.ts';
import { REQUIREMENT_STATES } from './terms.ts';

const params = z.strictObject({ id: z.coerce.number().int().min(1).max(2_147_483_647) });

export const requirementEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/v2/br/config/get/',
    summary: 'Requirements of a package, or of all packages of the caller',
    access: 'tracking.read',
    query: z.strictObject({
      package_name: z.string().min(1).max(200).optional(),
      status: z.enum(REQUIREMENT_STATES).optional(),
      search: searchText.optional(),
      ...pageQuery,
    }),
    response: pagedEnvelope(requirementView),
  }),
  one: endpoint({
    method: 'GET',
    path: '/api/v2/br/config/get/:reference',
    summary: 'One requirement by its opaque reference',
    access: 'tracking.read',
    /** One of any length is answered as an unknown one is. */
    params: z.strictObject({ reference: z.string() }),
    response: envelope(requirementView),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/v2/br/config/insert',
    summary: 'A requirement: what a brand wants its ads to stand beside',
    access: 'tracking.write',
    form: { exempt: ['package_name'] },
    body: newRequirement,
    response: envelope(requirementView),
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/v2/br/config/update/:id',
    summary: 'All of a requirement; its state goes one step at a time',
    access: 'tracking.write',
    params,
    form: { exempt: ['updated_at'] },
    body: requirementEdit,
    response: envelope(requirementView),
  }),
  editKeywords: endpoint({
    method: 'PUT',
    path: '/api/v2/br/config/update-keywords-internal/:id',
    summary: 'The keywords of a requirement and nothing else of it, with what was changed kept',
    access: 'tracking.write',
    params,
    form: { exempt: ['updated_at'] },
    body: keywordEdit,
    response: envelope(requirementView),
  }),
  keywordHistory: endpoint({
    method: 'GET',
    path: '/api/v2/br/config/keyword-history/:id',
    summary: 'Changes of the keywords of a requirement, the newest first',
    access: 'tracking.read',
    params,
    query: z.strictObject(pageQuery),
    response: pagedEnvelope(keywordChange),
  }),
};
