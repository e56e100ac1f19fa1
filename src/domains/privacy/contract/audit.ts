import { auditAction } from '#platform/contract/audit.ts';

export const privacyAudit = {
  retentionRun: auditAction('server.retention_run'),
  erase: auditAction('server.erase'),
};
