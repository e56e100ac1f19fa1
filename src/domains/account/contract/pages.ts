import { page } from '#platform/contract/page.ts';

/** Screens about the signed-in person; open to everybody with a session. */
export const ACCOUNT_PAGES = [
  page({
    id: 'user-profile',
    paths: ['/user-profile'],
    title: 'User Profile',
    guard: 'session',
    times: 'reader',
    historyMonths: 0,
  }),
  page({
    id: 'change-password',
    paths: ['/changepassword'],
    title: 'Change Password',
    guard: 'session',
    historyMonths: 0,
  }),
] as const;

/** The way from an empty account to a working one; first in the menu of whoever may bring in traffic. */
export const START_PAGES = [
  page({
    id: 'getting-started',
    paths: ['/getting-started'],
    title: 'Getting started',
    guard: 'menu',
    permission: 'import.write',
    historyMonths: 0,
    menu: { category: 'Start', subCategory: '', icon: 'bolt' },
  }),
] as const;

/** Screens before the session. They are loaded without the shell, so they are no part of it. */
export const ENTRANCE_PAGES = [
  page({ id: 'sign-up', paths: ['/sign-up'], title: 'Sign up', guard: 'public', historyMonths: 0 }),
  page({ id: 'verify-otp', paths: ['/verify-otp'], title: 'Verify your email', guard: 'public', historyMonths: 0 }),
  page({
    id: 'forgot-password',
    paths: ['/forgot-password'],
    title: 'Forgot password',
    guard: 'public',
    historyMonths: 0,
  }),
  page({
    id: 'set-password',
    paths: ['/set-password'],
    title: 'Set a new password',
    guard: 'public',
    historyMonths: 0,
  }),
  page({ id: 'mailbox', paths: ['/mailbox'], title: 'Mailbox', guard: 'public', historyMonths: 0 }),
] as const;

export type AccountPageId = (typeof ACCOUNT_PAGES)[number]['id'] | (typeof START_PAGES)[number]['id'];
