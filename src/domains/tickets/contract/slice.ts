import { slice } from '#platform/contract/slice.ts';
import { incidentAudit } from './audit.ts';

export const TICKETS = slice({ id: 'domains/tickets', audit: [incidentAudit] });
