import { auditAction } from '#platform/contract/audit.ts';

export const alertAudit = {
  create: auditAction('alert.create'),
  update: auditAction('alert.update'),
  delete: auditAction('alert.delete'),
  redeliver: auditAction('alert.redeliver'),
  /** By the program: it was raised. */
  raise: auditAction('alert.raise'),
  /** By the program: it held no longer. */
  end: auditAction('alert.end'),
};
