import type { AccountPageId } from '#domains/account/contract/pages.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';

export const ACCOUNT_PAGE_COMPONENTS: PageComponents<AccountPageId> = {
  'user-profile': () => import('./profile/user-profile.tsx').then((m) => m.UserProfile),
  'change-password': () => import('./profile/change-password.tsx').then((m) => m.ChangePassword),
  'getting-started': () => import('./start/getting-started.tsx').then((m) => m.GettingStarted),
};
