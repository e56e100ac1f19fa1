import { z } from 'zod';
import { authData } from '#domains/account/contract/endpoints.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { safeText } from '#platform/contract/safe-text.ts';

/** First run: the console prints a one-time token; whoever holds it makes the first administrator. */
export const setup = {
  state: endpoint({
    method: 'GET',
    path: '/api/setup/state',
    summary: 'Whether the first administrator is still missing',
    access: 'public',
    response: z.object({ needed: z.boolean() }),
  }),
  administrator: endpoint({
    method: 'POST',
    path: '/api/setup/administrator',
    summary: 'Create the first administrator with the one-time token of the console',
    access: 'public',
    body: z.object({
      token: z.string().min(1).max(200),
      name: safeText(50).min(2, 'Too Short!'),
      email: z.email('Invalid email').max(50),
      password: z.string().min(8, 'Minimum 8 chars required').max(50),
    }),
    response: z.object({ status: z.literal(true), message: z.string(), token: z.string(), user: authData }),
  }),
};
