import { auditAction } from '#platform/contract/audit.ts';

export const agreementAudit = {
  addPayment: auditAction('agreement.payment_add'),
  editPayment: auditAction('agreement.payment_edit'),
  deletePayment: auditAction('agreement.payment_delete'),
  addPublisherPayment: auditAction('agreement.publisher_payment_add'),
  editPublisherPayment: auditAction('agreement.publisher_payment_edit'),
  deletePublisherPayment: auditAction('agreement.publisher_payment_delete'),
  addSettlement: auditAction('agreement.settlement_add'),
  editSettlement: auditAction('agreement.settlement_edit'),
  deleteSettlement: auditAction('agreement.settlement_delete'),
};
