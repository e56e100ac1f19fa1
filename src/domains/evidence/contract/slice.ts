import { slice } from '#platform/contract/slice.ts';
import { evidenceAudit } from './audit.ts';
import { EVIDENCE_PAGES } from './pages.ts';

export const EVIDENCE = slice({ id: 'domains/evidence', pages: EVIDENCE_PAGES, audit: [evidenceAudit] });
