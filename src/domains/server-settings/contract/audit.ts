import { auditAction } from '#platform/contract/audit.ts';

export const serverAudit = {
  mailTest: auditAction('server.mail_test'),
  jobCancel: auditAction('server.job_cancel'),
  jobRetry: auditAction('server.job_retry'),
};
