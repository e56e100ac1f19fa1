import { slice } from '#platform/contract/slice.ts';
import { SETUP_PAGES } from './pages.ts';

export const SETUP = slice({
  id: 'domains/setup',
  pages: SETUP_PAGES,
});
