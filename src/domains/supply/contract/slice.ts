import { slice } from '#platform/contract/slice.ts';
import { supplyAudit } from './audit.ts';
import { SUPPLY_PAGES } from './pages.ts';

export const SUPPLY = slice({ id: 'domains/supply', pages: SUPPLY_PAGES, audit: [supplyAudit] });
