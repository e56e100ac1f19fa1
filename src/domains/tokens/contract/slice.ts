import { slice } from '#platform/contract/slice.ts';
import { tokenAudit } from './audit.ts';
import { TOKEN_PAGES } from './pages.ts';

export const TOKENS = slice({
  id: 'domains/tokens',
  pages: TOKEN_PAGES,
  audit: [tokenAudit],
});
