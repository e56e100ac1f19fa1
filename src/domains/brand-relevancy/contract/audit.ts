import { auditAction } from '#platform/contract/audit.ts';

export const brandAudit = {
  addRequirement: auditAction('brand.requirement_add'),
  editRequirement: auditAction('brand.requirement_edit'),
  editKeywords: auditAction('brand.keywords_edit'),
  takeOutput: auditAction('brand.output_take'),
  addEntry: auditAction('brand.entry_add'),
  editEntry: auditAction('brand.entry_edit'),
};
