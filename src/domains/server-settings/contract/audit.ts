import { auditAction } from '#platform/contract/audit.ts';

export const serverAudit = {
  mailTest: auditAction('server.mail_test'),
  jobRetry: auditAction('server.job_retry'),
};
