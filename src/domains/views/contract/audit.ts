import { auditAction } from '#platform/contract/audit.ts';

export const viewAudit = {
  save: auditAction('view.save'),
  change: auditAction('view.change'),
  remove: auditAction('view.remove'),
};
