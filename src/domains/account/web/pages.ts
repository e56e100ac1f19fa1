import type { AccountPageId } from '#domains/account/contract/pages.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';

export const ACCOUNT_PAGE_COMPONENTS: PageComponents<AccountPageId> = {
  'user-profile': () => import('./user-profile.tsx').then((m) => m.UserProfile),
};
