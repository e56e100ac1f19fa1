import { auditAction } from '#platform/contract/audit.ts';

export const tokenAudit = {
  add: auditAction('token.add'),
  revoke: auditAction('token.revoke'),
};
