import { auditAction } from '#platform/contract/audit.ts';

export const relevancyAudit = {
  import: auditAction('video_catalogue.import'),
  samples: auditAction('video_catalogue.samples'),
  complete: auditAction('video_catalogue.complete'),
};
