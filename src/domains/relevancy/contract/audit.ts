import { auditAction } from '#platform/contract/audit.ts';

export const relevancyAudit = {
  import: auditAction('video_catalogue.import'),
  samples: auditAction('video_catalogue.samples'),
  complete: auditAction('video_catalogue.complete'),
  make: auditAction('video_list.make'),
  add: auditAction('video_list.add'),
  drop: auditAction('video_list.drop'),
  rename: auditAction('video_list.rename'),
  remove: auditAction('video_list.remove'),
  restore: auditAction('video_list.restore'),
};
