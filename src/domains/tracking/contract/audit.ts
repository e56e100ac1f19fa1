import { auditAction } from '#platform/contract/audit.ts';

export const trackingAudit = {
  addCampaign: auditAction('tracking.campaign_add'),
  editCampaign: auditAction('tracking.campaign_edit'),
  deleteCampaign: auditAction('tracking.campaign_delete'),
  renewSecret: auditAction('tracking.secret_renew'),
  addPublisher: auditAction('tracking.publisher_add'),
  editPublisher: auditAction('tracking.publisher_edit'),
  deletePublisher: auditAction('tracking.publisher_delete'),
  addCap: auditAction('tracking.cap_add'),
  editCap: auditAction('tracking.cap_edit'),
  deleteCap: auditAction('tracking.cap_delete'),
  addLandingPage: auditAction('tracking.landing_page_add'),
  editLandingPage: auditAction('tracking.landing_page_edit'),
  deleteLandingPage: auditAction('tracking.landing_page_delete'),
  upload: auditAction('tracking.upload'),
  redeliver: auditAction('tracking.notice_redeliver'),
};
