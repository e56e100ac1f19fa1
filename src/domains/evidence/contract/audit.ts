import { auditAction } from '#platform/contract/audit.ts';

export const evidenceAudit = {
  make: auditAction('evidence.make'),
  remove: auditAction('evidence.remove'),
  download: auditAction('evidence.download'),
};
