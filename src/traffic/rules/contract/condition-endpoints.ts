import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope } from '#platform/contract/envelopes.ts';
import { searchText } from '#platform/contract/search-text.ts';

/** What the condition builder asks while somebody writes a condition. */
export const conditionEndpoints = {
  values: endpoint({
    method: 'GET',
    path: '/api/traffic/rules/values',
    summary: 'Most frequent values of a field in the newest data of a package, for writing conditions',
    access: 'rules.read',
    pages: ['rules'],
    query: z.strictObject({
      package_name: z.string().min(1).max(200),
      field: z.string().min(1).max(64),
      search: searchText.optional(),
    }),
    response: envelope(z.array(z.object({ value: z.string(), events: z.number().int() }))),
  }),
};
