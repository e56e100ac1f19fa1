import { auditAction } from '#platform/contract/audit.ts';

export const importAudit = {
  mapping: auditAction('import.mapping'),
  start: auditAction('import.start'),
  cancel: auditAction('import.cancel'),
  replace: auditAction('import.replace'),
  undo: auditAction('import.undo'),
};
