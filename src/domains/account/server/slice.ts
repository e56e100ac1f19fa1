import { serverSlice } from '#platform/server/slice.ts';
import type { AccountDeps } from './account-deps.ts';
import { accountRoutes } from './account-routes.ts';
import { humanCheckUsed } from './human-check.ts';
import type { Mailbox } from './mailbox-routes.ts';
import { guess } from './sign-in-guard.ts';

export const ACCOUNT_SERVER = serverSlice({
  id: 'domains/account',
  routes: (parts: AccountDeps & { mailbox: Mailbox }) => [...accountRoutes(parts), ...parts.mailbox.routes],
  tables: [
    { table: humanCheckUsed, person: 'none' },
    // Keys are hashes of account and network.
    { table: guess, person: 'none' },
  ],
});
