import { auditAction } from '#platform/contract/audit.ts';

export const videoAudit = {
  addTracker: auditAction('video.tracker_add'),
  editTracker: auditAction('video.tracker_edit'),
  deleteTracker: auditAction('video.tracker_delete'),
  addCreative: auditAction('video.creative_add'),
  deleteCreative: auditAction('video.creative_delete'),
};
