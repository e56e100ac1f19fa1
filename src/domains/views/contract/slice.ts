import { slice } from '#platform/contract/slice.ts';
import { viewAudit } from './audit.ts';
import { VIEW_PAGES } from './pages.ts';

export const VIEWS = slice({ id: 'domains/views', pages: VIEW_PAGES, audit: [viewAudit] });
