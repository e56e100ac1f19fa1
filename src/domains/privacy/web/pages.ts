import type { PrivacyPageId } from '#domains/privacy/contract/pages.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';

export const PRIVACY_PAGE_COMPONENTS: PageComponents<PrivacyPageId> = {
  privacy: () => import('./privacy-page.tsx').then((m) => m.PrivacyPage),
};
