import { auditAction } from '#platform/contract/audit.ts';

export const eventAudit = {
  judge: auditAction('event.judge'),
};
