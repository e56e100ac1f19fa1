import { refusals } from '#platform/contract/message.ts';

/** What signing in, signing up and one’s own account refuse. */
export const REFUSALS = refusals({
  mailbox_link_used: 'This mailbox link is used up or wrong',
  password_wrong: 'The password is not right',
  two_factor_set_up: 'Two-factor is set up this way already',
  otp_not_sent: 'Some issue with sending OTP',
  otp_wrong: 'OTP verification failed',
  otp_over: 'This code is used up or too old. Please ask for a new one',
  two_factor_off: 'Two-factor is off',
  email_unusable: 'This email address cannot be used',
  link_used: 'This link is used up or too old',
  old_password_wrong: 'The old password is not right',
  new_password_old: 'The new password is the old one',
  account_disabled: 'This account is disabled',
  code_from_app: 'The code comes from the authenticator app',
  recovery_code_wrong: 'This recovery code is wrong or used',
  sign_in_link_used: 'This sign-in link is used up or too old',
  sign_in_wait: 'Too many failed sign-ins. Please wait {{seconds}} s',
  human_check_unreachable: 'The human check cannot be reached, please retry',
});
