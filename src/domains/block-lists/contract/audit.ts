import { auditAction } from '#platform/contract/audit.ts';

export const blockAudit = {
  add: auditAction('block_list.add'),
  remove: auditAction('block_list.remove'),
  restore: auditAction('block_list.restore'),
};

export const standingAudit = {
  save: auditAction('block_rule.save'),
  remove: auditAction('block_rule.delete'),
  /** It blocked more, or for longer. */
  blocked: auditAction('block_rule.block'),
};

export const feedAudit = {
  make: auditAction('block_feed.make'),
  rotate: auditAction('block_feed.rotate'),
  revoke: auditAction('block_feed.revoke'),
};
