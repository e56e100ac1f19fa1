import { auditAction } from '#platform/contract/audit.ts';

export const reportAudit = {
  generate: auditAction('report.generate'),
  retry: auditAction('report.retry'),
  remove: auditAction('report.remove'),
  configure: auditAction('report.configure'),

  schedule: auditAction('report.schedule'),
  reschedule: auditAction('report.reschedule'),
  unschedule: auditAction('report.unschedule'),
  pause: auditAction('report.pause'),
  resume: auditAction('report.resume'),
  send: auditAction('report.send'),
  leave: auditAction('report.leave'),
  /** By the program: a schedule ran, stopped, or lost somebody it was sent to. */
  run: auditAction('report.run'),
  stop: auditAction('report.stop'),
  drop: auditAction('report.drop'),
};
