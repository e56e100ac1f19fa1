import { auditAction } from '#platform/contract/audit.ts';

export const verdictDeliveryAudit = {
  create: auditAction('verdict_destination.create'),
  update: auditAction('verdict_destination.update'),
  delete: auditAction('verdict_destination.delete'),
  rotate: auditAction('verdict_destination.rotate'),
  run: auditAction('verdict_destination.run'),
  /** By a person, or by the program when nothing goes through. */
  stop: auditAction('verdict_destination.stop'),
  test: auditAction('verdict_destination.test'),
  redeliver: auditAction('verdict_destination.redeliver'),
};
