import { slice } from '#platform/contract/slice.ts';
import { sourceAudit } from './audit.ts';
import { SOURCE_PAGES } from './pages.ts';

export const SOURCES = slice({
  id: 'traffic/sources',
  pages: SOURCE_PAGES,
  audit: [sourceAudit],
});
