import { auditAction } from '#platform/contract/audit.ts';

export const eventAudit = {
  judge: auditAction('event.judge'),
  judgeAll: auditAction('event.judge_all'),
  undoAll: auditAction('event.undo_all'),
};
