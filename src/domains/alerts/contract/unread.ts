import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope } from '#platform/contract/envelopes.ts';
import { ALERT_PAGE_IDS } from './pages.ts';

/** Apart from the other calls: the bell stands on every screen and must not load their words. */
export const bellEndpoints = {
  unread: endpoint({
    method: 'GET',
    path: '/api/alerts/unread',
    summary: 'How many raised alerts of a package the caller has not read',
    access: 'rules.read',
    pages: ALERT_PAGE_IDS,
    query: z.strictObject({ package_name: z.string().min(1).max(200) }),
    response: envelope(z.object({ unread: z.number().int() })),
  }),
};
