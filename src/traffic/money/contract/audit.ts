import { auditAction } from '#platform/contract/audit.ts';

export const moneyAudit = {
  setPrice: auditAction('money.price'),
  removePrice: auditAction('money.price_remove'),
  setRates: auditAction('money.rates'),
  removeRates: auditAction('money.rates_remove'),
};
