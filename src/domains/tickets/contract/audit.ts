import { auditAction } from '#platform/contract/audit.ts';

export const incidentAudit = {
  open: auditAction('incident.open'),
};
