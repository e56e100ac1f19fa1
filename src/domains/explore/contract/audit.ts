import { auditAction } from '#platform/contract/audit.ts';

export const boardAudit = {
  save: auditAction('own_board.save'),
  change: auditAction('own_board.change'),
  handOver: auditAction('own_board.hand_over'),
  remove: auditAction('own_board.remove'),
};
