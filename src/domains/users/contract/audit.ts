import { auditAction } from '#platform/contract/audit.ts';

export const viewAudit = {
  begin: auditAction('session.view_as'),
  end: auditAction('session.view_as_end'),
};

export const userAudit = {
  add: auditAction('user.add'),
  invite: auditAction('user.invite'),
  edit: auditAction('user.edit'),
  disable: auditAction('user.disable'),
  enable: auditAction('user.enable'),
  delete: auditAction('user.delete'),
  twoFactorReset: auditAction('user.two_factor_reset'),
  sessionsEnd: auditAction('user.sessions_end'),
  loginCode: auditAction('user.login_code'),
};

export const mappingAudit = {
  add: auditAction('mapping.add'),
  edit: auditAction('mapping.edit'),
  delete: auditAction('mapping.delete'),
};

export const menuAudit = {
  edit: auditAction('menu.edit'),
};
