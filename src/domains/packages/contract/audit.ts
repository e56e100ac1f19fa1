import { auditAction } from '#platform/contract/audit.ts';

export const packageAudit = {
  add: auditAction('package.add'),
  edit: auditAction('package.edit'),
  delete: auditAction('package.delete'),
  request: auditAction('package.request'),
  approve: auditAction('package.request_approve'),
  refuse: auditAction('package.request_refuse'),
};
