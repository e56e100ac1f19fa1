import { auditAction } from '#platform/contract/audit.ts';

export const reportAudit = {
  generate: auditAction('report.generate'),
  retry: auditAction('report.retry'),
  remove: auditAction('report.remove'),
  configure: auditAction('report.configure'),
};
