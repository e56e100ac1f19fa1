import { auditAction } from '#platform/contract/audit.ts';

export const reattributionAudit = { generate: auditAction('reattribution.generate') };
