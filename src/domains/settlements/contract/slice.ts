import { slice } from '#platform/contract/slice.ts';
import { settlementAudit } from './audit.ts';
import { SETTLEMENT_PAGES } from './pages.ts';

export const SETTLEMENTS = slice({ id: 'domains/settlements', pages: SETTLEMENT_PAGES, audit: [settlementAudit] });
