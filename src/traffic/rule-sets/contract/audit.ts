import { auditAction } from '#platform/contract/audit.ts';

export const ruleAudit = {
  save: auditAction('rules.save'),
};
