import { slice } from '#platform/contract/slice.ts';
import { agreementAudit } from './audit.ts';

export const AGREEMENTS = slice({ id: 'domains/agreements', audit: [agreementAudit] });
