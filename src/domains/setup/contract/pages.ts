import { page } from '#platform/contract/page.ts';

/** First run. Its screen is loaded before there is anybody to sign in, so it is no part of the shell. */
export const SETUP_PAGES = [
  page({ id: 'setup', paths: ['/setup'], title: 'First steps', guard: 'public', historyMonths: 0 }),
] as const;
