import { slice } from '#platform/contract/slice.ts';
import { publisherAudit } from './audit.ts';
import { PUBLISHER_PAGES } from './pages.ts';

export const PUBLISHERS = slice({ id: 'domains/publishers', pages: PUBLISHER_PAGES, audit: [publisherAudit] });
