import { z } from 'zod';
import { dateRangeQuery } from '#platform/contract/date-range.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope } from '#platform/contract/envelopes.ts';

const packageName = z.string().min(1).max(200);
const count = z.number().int();

/** On every chart of days, and so apart from the other calls about rules. */
export const ruleMarks = endpoint({
  method: 'GET',
  path: '/api/traffic/marks',
  summary: 'What changed the numbers of a package from outside: versions of its rules and imports, by day',
  access: 'rules.read',
  pages: 'any',
  query: z.strictObject({ package_name: packageName, ...dateRangeQuery }),
  response: envelope(
    z.array(
      z.object({ day: z.string(), kind: z.enum(['rules', 'import']), label: z.string(), version: count.nullable() }),
    ),
  ),
});
