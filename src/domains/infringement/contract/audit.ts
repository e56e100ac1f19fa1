import { auditAction } from '#platform/contract/audit.ts';

export const adAudit = {
  add: auditAction('search_ad.add'),
  state: auditAction('search_ad.state'),
  ticket: auditAction('search_ad.ticket'),
  remove: auditAction('search_ad.remove'),
  party: auditAction('search_ad.party'),
  partyRemove: auditAction('search_ad.party_remove'),
};

export const domainAudit = {
  add: auditAction('domain.add'),
  check: auditAction('domain.check'),
  state: auditAction('domain.state'),
  ticket: auditAction('domain.ticket'),
  remove: auditAction('domain.remove'),
};

export const couponAudit = {
  add: auditAction('coupon.add'),
  end: auditAction('coupon.end'),
  issue: auditAction('coupon.issue'),
  void: auditAction('coupon.void'),
  redeem: auditAction('coupon.redeem'),
  upload: auditAction('coupon.upload'),
  state: auditAction('coupon.state'),
  ticket: auditAction('coupon.ticket'),
};
