import { slice } from '#platform/contract/slice.ts';
import { liveAudit } from './audit.ts';
import { COLLECTOR_PAGES } from './pages.ts';

export const COLLECTOR = slice({
  id: 'traffic/collector',
  pages: COLLECTOR_PAGES,
  audit: [liveAudit],
});
