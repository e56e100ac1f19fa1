import { auditAction } from '#platform/contract/audit.ts';

export const settlementAudit = {
  generate: auditAction('settlement.generate'),
  approve: auditAction('settlement.approve'),
  adjust: auditAction('settlement.adjust'),
  report: auditAction('settlement.partner_count'),
  addSpend: auditAction('settlement.spend_add'),
  deleteSpend: auditAction('settlement.spend_delete'),
};
