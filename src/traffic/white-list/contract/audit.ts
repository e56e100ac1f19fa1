import { auditAction } from '#platform/contract/audit.ts';

export const whiteListAudit = {
  add: auditAction('white_list.add'),
  remove: auditAction('white_list.remove'),
};
