import { auditAction } from '#platform/contract/audit.ts';

export const invoiceAudit = {
  customer: auditAction('invoice.customer'),
  config: auditAction('invoice.config'),
  issue: auditAction('invoice.issue'),
  credit: auditAction('invoice.credit'),
  creditPart: auditAction('invoice.credit_part'),
  send: auditAction('invoice.send'),
  pay: auditAction('invoice.pay'),
  unpay: auditAction('invoice.payment_remove'),
  batch: auditAction('invoice.batch'),
};
