import type { TokenPageId } from '#domains/tokens/contract/pages.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';

export const TOKEN_PAGE_COMPONENTS: PageComponents<TokenPageId> = {
  tokens: () => import('./tokens-page.tsx').then((m) => m.TokensPage),
};
