import { slice } from '#platform/contract/slice.ts';
import { agreementAudit } from './audit.ts';
import { AGREEMENT_PAGES } from './pages.ts';

export const AGREEMENTS = slice({ id: 'domains/agreements', pages: AGREEMENT_PAGES, audit: [agreementAudit] });
