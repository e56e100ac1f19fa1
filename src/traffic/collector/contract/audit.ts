import { auditAction } from '#platform/contract/audit.ts';

export const liveAudit = {
  makeKey: auditAction('write_key.make'),
  rotateKey: auditAction('write_key.rotate'),
  revokeKey: auditAction('write_key.revoke'),
  replay: auditAction('dead_letter.replay'),
  discard: auditAction('dead_letter.discard'),
  test: auditAction('live.test'),
};
