import { auditAction } from '#platform/contract/audit.ts';

export const integrityAudit = {
  addRule: auditAction('integrity.rule_add'),
  editRule: auditAction('integrity.rule_edit'),
  deleteRule: auditAction('integrity.rule_delete'),
  orderRules: auditAction('integrity.rule_order'),
  restore: auditAction('integrity.restore'),
  publish: auditAction('integrity.publish'),
  places: auditAction('integrity.places'),
  makeLink: auditAction('integrity.link_make'),
  rotateKey: auditAction('integrity.key_rotate'),
};
