import { slice } from '#platform/contract/slice.ts';
import { moneyAudit } from './audit.ts';
import { MONEY_PAGES } from './pages.ts';

export const MONEY = slice({ id: 'traffic/money', pages: MONEY_PAGES, audit: [moneyAudit] });
