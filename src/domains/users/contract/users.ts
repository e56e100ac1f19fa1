import { z } from 'zod';
import { newEmail, newPassword } from '#domains/account/contract/fields.ts';
import { MAIL_LANGUAGES } from '#domains/account/contract/own-account.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { MAX_PAGE_SIZE, pageQuery } from '#platform/contract/paging.ts';
import { safeText } from '#platform/contract/safe-text.ts';
import { searchText } from '#platform/contract/search-text.ts';
import { viewing } from './viewing.ts';

/** Names the form offers; any other name is stored as it is and gets the rights `roleOf` finds in it. */
export const OFFERED_ROLES = ['admin', 'agency', 'advertiser', 'publisher', 'customer'] as const;
export const USER_STATES = ['active', 'invited', 'disabled'] as const;
export const USER_MESSAGES = {
  added: 'User added successfully !',
  updated: 'Updated successfully !',
  deleted: 'Deleted  successfully !',
} as const;

export const MAX_LIST = 500;
/** The spec's form sends one text with commas, programs send a list; stored is always a list (USR-ENT-01). */
const listOf = (item: z.ZodString) =>
  z
    .union([
      z
        .string()
        .max(20_000)
        .transform((text) => text.split(',').filter((each) => each.trim() !== '')),
      z.array(z.string()).max(MAX_LIST),
    ])
    .pipe(z.array(item).max(MAX_LIST))
    .transform((list) => [...new Set(list.filter((each) => each !== ''))]);

const MAX_ITEM = 200;
/** Words people type, each checked (VAL-RULE-02). */
const wordList = listOf(safeText(MAX_ITEM));
/** Names as they stand in traffic, which may hold any character (docs/decisions/0016-names-of-data.md). */
const nameList = listOf(z.string().trim().max(MAX_ITEM));

const phone = z
  .string()
  .trim()
  .max(40)
  .regex(/^\+?[\d ()/.-]*$/, 'Digits, blanks and + ( ) / . -');
const role = safeText(40).min(2);

/** What an edit replaces as a whole: a list or number left out is cleared, e-mail and name stay (USR-RULE-01). */
const rights = {
  role,
  phone: phone.optional(),
  fraud_type: wordList.optional(),
  vendor: nameList.optional(),
  /** Only stored for publishers (USR-RULE-03). */
  publisher: nameList.optional(),
};

export const newUser = z.strictObject({
  email: newEmail,
  name: safeText(80).min(2),
  /** Absent: the person gets a link by mail and sets a password nobody else knows. */
  password: newPassword.optional(),
  /** Of the invitation and later mails. */
  language: z.enum(MAIL_LANGUAGES).default('en'),
  ...rights,
});

export const userEdit = z.strictObject(rights);

export const userRow = z.object({
  id: z.number().int(),
  email: z.string(),
  name: z.string(),
  role: z.string(),
  phone: z.string(),
  fraud_type: z.array(z.string()),
  vendor: z.array(z.string()),
  publisher: z.array(z.string()),
  state: z.enum(USER_STATES),
  two_factor: z.boolean(),
  /** Number of packages mapped; administrators see all without one. */
  packages: z.number().int(),
  last_seen: z.string().nullable(),
  created_at: z.string(),
  version: z.number().int(),
});

export type UserView = z.infer<typeof userRow>;

const listQuery = {
  search: searchText.optional(),
  state: z.enum(USER_STATES).optional(),
  role: z.string().max(40).optional(),
};
export const idParams = z.strictObject({ id: z.coerce.number().int().min(1).max(2_147_483_647) });

const act = <const P extends string>(path: P, summary: string) =>
  endpoint({
    method: 'POST',
    path,
    summary,
    access: 'user.write',
    params: idParams,
    response: envelope(userRow),
  });

export const users = {
  list: endpoint({
    method: 'GET',
    path: '/api/user',
    summary: 'Users, oldest first, with search',
    access: 'user.write',
    query: z.strictObject({ ...listQuery, ...pageQuery }),
    response: pagedEnvelope(userRow),
  }),
  all: endpoint({
    method: 'GET',
    path: '/api/user/all',
    summary: 'All users; by pages when a page is asked for',
    access: 'user.write',
    query: z.strictObject({
      ...listQuery,
      page: z.coerce.number().int().min(1).max(1_000_000).optional(),
      limit: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).optional(),
    }),
    response: pagedEnvelope(userRow),
  }),
  one: endpoint({
    method: 'GET',
    path: '/api/user/getone/:id',
    summary: 'One user',
    access: 'user.write',
    params: idParams,
    response: envelope(userRow),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/user/signup',
    summary: 'Add a user; without a password an invitation is mailed',
    access: 'user.write',
    body: newUser,
    response: envelope(userRow),
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/user/:id',
    summary: 'Replace role, lists and phone; If-Match refuses an edit of something changed meanwhile',
    access: 'user.write',
    params: idParams,
    body: userEdit,
    response: envelope(userRow),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/user/:id',
    summary: 'Delete a user with its sessions and mappings',
    access: 'user.write',
    params: idParams,
    response: envelope(z.null()),
  }),
  disable: act('/api/user/:id/disable', 'Keep a user out, at once'),
  enable: act('/api/user/:id/enable', 'Let a disabled user in again'),
  invite: act('/api/user/:id/invite', 'Mail the link to set a first password again'),
  endSessions: act('/api/user/:id/end_sessions', 'Sign a user out everywhere'),
  viewAs: endpoint({
    method: 'POST',
    path: '/api/user/:id/view_as',
    summary: 'See the product as this user does; nothing can be changed until it ends',
    access: 'user.write',
    params: idParams,
    response: envelope(z.null()),
  }),
  ...viewing,
};
