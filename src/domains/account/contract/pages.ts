import { page } from '#platform/contract/page.ts';

/** Screens about the signed-in person; open to everybody with a session. */
export const ACCOUNT_PAGES = [
  page({ id: 'user-profile', paths: ['/user-profile'], title: 'User Profile', guard: 'session', historyMonths: 0 }),
] as const;

export type AccountPageId = (typeof ACCOUNT_PAGES)[number]['id'];
