import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { PERMISSIONS, type Permission, ROLE_PERMISSIONS } from '#platform/contract/roles.ts';
import { safeText } from '#platform/contract/safe-text.ts';

/** A program gets what the owner of a package may do, never what administers the installation. */
export const TOKEN_PERMISSIONS: readonly Permission[] = ROLE_PERMISSIONS.customer;
export const TOKEN_DAYS = [30, 90, 365] as const;

const isOffered = (name: string): name is Permission => TOKEN_PERMISSIONS.some((each) => each === name);
const permission = z.string().refine(isOffered, `One of ${TOKEN_PERMISSIONS.join(', ')}`);

export const newToken = z.strictObject({
  package_name: z.string().min(1).max(200),
  name: safeText(80).min(2),
  permissions: z.array(permission).min(1, 'At least one').max(Object.keys(PERMISSIONS).length),
  /** Days until it ends by itself; null never does. */
  days: z.number().int().min(1).max(3650).nullable(),
});

export const tokenRow = z.object({
  id: z.number().int(),
  package_name: z.string(),
  name: z.string(),
  /** The beginning of the token, to tell it from others. */
  hint: z.string(),
  permissions: z.array(z.string()),
  author: z.string(),
  state: z.enum(['active', 'expired', 'revoked']),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
});
export type TokenView = z.infer<typeof tokenRow>;

export const apiTokens = {
  list: endpoint({
    method: 'GET',
    path: '/api/config/token',
    summary: 'API tokens, newest first',
    access: 'package.write',
    query: z.strictObject({ package_name: z.string().min(1).max(200).optional(), ...pageQuery }),
    response: pagedEnvelope(tokenRow),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/config/token',
    summary: 'Make an API token; it is shown in this answer and never again',
    access: 'package.write',
    body: newToken,
    response: envelope(tokenRow.extend({ token: z.string() })),
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/api/config/token/:id',
    summary: 'Revoke an API token, at once and for good',
    access: 'package.write',
    params: z.strictObject({ id: z.coerce.number().int().min(1).max(2_147_483_647) }),
    response: envelope(tokenRow),
  }),
};
