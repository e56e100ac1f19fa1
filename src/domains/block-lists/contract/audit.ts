import { auditAction } from '#platform/contract/audit.ts';

export const blockAudit = {
  add: auditAction('block_list.add'),
  remove: auditAction('block_list.remove'),
  restore: auditAction('block_list.restore'),
};

export const feedAudit = {
  make: auditAction('block_feed.make'),
  rotate: auditAction('block_feed.rotate'),
  revoke: auditAction('block_feed.revoke'),
};
