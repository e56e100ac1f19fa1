import { slice } from '#platform/contract/slice.ts';
import { integrityAudit } from './audit.ts';
import { INTEGRITY_PAGES } from './pages.ts';

export const INTEGRITY = slice({ id: 'domains/integrity', pages: INTEGRITY_PAGES, audit: [integrityAudit] });
