import { auditAction } from '#platform/contract/audit.ts';

export const incidentAudit = {
  open: auditAction('incident.open'),
};

export const ticketAudit = {
  create: auditAction('ticket.create'),
  change: auditAction('ticket.change'),
  close: auditAction('ticket.close'),
  comment: auditAction('ticket.comment'),
  attach: auditAction('ticket.attach'),
  share: auditAction('ticket.share'),
};
