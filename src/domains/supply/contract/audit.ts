import { auditAction } from '#platform/contract/audit.ts';

export const supplyAudit = {
  add: auditAction('supply.add'),
  check: auditAction('supply.check'),
  upload: auditAction('supply.upload'),
  remove: auditAction('supply.remove'),
};
