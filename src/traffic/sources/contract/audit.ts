import { auditAction } from '#platform/contract/audit.ts';

export const sourceAudit = {
  confirm: auditAction('source.confirm'),
  clear: auditAction('source.clear'),
  takeBack: auditAction('source.take_back'),
};
