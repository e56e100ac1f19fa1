import { auditAction } from '#platform/contract/audit.ts';

export const hygieneAudit = {
  removeResult: auditAction('hygiene.result_delete'),
  policy: auditAction('hygiene.policy'),
  addMark: auditAction('hygiene.mark_add'),
  deleteMark: auditAction('hygiene.mark_delete'),
  addTalent: auditAction('hygiene.talent_add'),
  deleteTalent: auditAction('hygiene.talent_delete'),
};
