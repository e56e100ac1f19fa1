import { auditAction } from '#platform/contract/audit.ts';

export const accountToolsAudit = {
  checkBank: auditAction('bank_account.check'),
  removeBank: auditAction('bank_account.remove'),
  onboard: auditAction('merchant.onboard'),
  removeMerchant: auditAction('merchant.remove'),
  lookUp: auditAction('footprint.look_up'),
  link: auditAction('linked_account.link'),
  unlink: auditAction('linked_account.unlink'),
  setEmbed: auditAction('embedded_page.set'),
};
