import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope } from '#platform/contract/envelopes.ts';

/** Of the banner on every screen, and so apart from what administers users. */
export const viewing = {
  viewAsEnd: endpoint({
    method: 'POST',
    path: '/api/user/view_as/end',
    summary: 'End the view as another user',
    access: 'session',
    whileViewing: true,
    response: envelope(z.null()),
  }),
  viewing: endpoint({
    method: 'GET',
    path: '/api/user/view_as',
    summary: 'Whose view this session shows; null when it is the own',
    access: 'session',
    response: envelope(
      z.object({ name: z.string(), email: z.string(), role: z.string(), viewer: z.string() }).nullable(),
    ),
  }),
};
