import { auditAction } from '#platform/contract/audit.ts';

export const publisherAudit = {
  add: auditAction('publisher.add'),
  edit: auditAction('publisher.edit'),
  delete: auditAction('publisher.delete'),
  metaCampaign: auditAction('publisher.meta_campaign'),
};
