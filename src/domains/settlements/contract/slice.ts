import { slice } from '#platform/contract/slice.ts';
import { settlementAudit } from './audit.ts';

export const SETTLEMENTS = slice({ id: 'domains/settlements', audit: [settlementAudit] });
