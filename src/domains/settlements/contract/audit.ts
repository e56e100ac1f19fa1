import { auditAction } from '#platform/contract/audit.ts';

export const settlementAudit = {
  generate: auditAction('settlement.generate'),
  approve: auditAction('settlement.approve'),
  adjust: auditAction('settlement.adjust'),
  withdraw: auditAction('settlement.adjust_withdraw'),
  report: auditAction('settlement.partner_count'),
  deleteCount: auditAction('settlement.partner_count_delete'),
  addSpend: auditAction('settlement.spend_add'),
  deleteSpend: auditAction('settlement.spend_delete'),
};
