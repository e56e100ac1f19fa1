import { auditAction } from '#platform/contract/audit.ts';

export const whiteListAudit = {
  add: auditAction('white_list.add'),
  change: auditAction('white_list.change'),
  remove: auditAction('white_list.remove'),
};
