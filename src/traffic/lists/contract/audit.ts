import { auditAction } from '#platform/contract/audit.ts';

export const listAudit = {
  load: auditAction('list.load'),
};
