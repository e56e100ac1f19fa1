import { auditAction } from '#platform/contract/audit.ts';

export const exportAudit = {
  download: auditAction('export.download'),
};
