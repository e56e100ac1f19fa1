import { auditAction } from '#platform/contract/audit.ts';

export const sessionAudit = {
  signIn: auditAction('session.sign_in'),
  refused: auditAction('session.refused'),
  signOut: auditAction('session.sign_out'),
  end: auditAction('session.end'),
};

export const accountAudit = {
  signUp: auditAction('account.sign_up'),
  verify: auditAction('account.verify'),
  passwordChange: auditAction('account.password_change'),
  passwordReset: auditAction('account.password_reset'),
  twoFactorOn: auditAction('account.two_factor_on'),
  twoFactorOff: auditAction('account.two_factor_off'),
};
