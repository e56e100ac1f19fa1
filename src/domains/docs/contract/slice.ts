import { slice } from '#platform/contract/slice.ts';
import { DOCS_PAGES } from './pages.ts';

export const DOCS = slice({
  id: 'domains/docs',
  pages: DOCS_PAGES,
});
