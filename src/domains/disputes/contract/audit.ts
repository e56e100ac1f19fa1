import { auditAction } from '#platform/contract/audit.ts';

export const disputeAudit = {
  open: auditAction('dispute.open'),
  link: auditAction('dispute.link'),
  unlink: auditAction('dispute.unlink'),
  answer: auditAction('dispute.answer'),
  attach: auditAction('dispute.attach'),
  download: auditAction('dispute.download'),
  insist: auditAction('dispute.insist'),
  takeBack: auditAction('dispute.take_back'),
};
