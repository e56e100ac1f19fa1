import type { Texts } from './texts.ts';

export const en: Texts = {
  frame: { greeting: 'Hello {name},', end: 'If this was not you, you can ignore this mail.' },
  verify_code: {
    subject: '{code} is your code to verify this address',
    body: 'Your code: {code}\n\nEnter it within {minutes} minutes to finish your sign-up.',
  },
  sign_in_code: {
    subject: '{code} is your code to sign in',
    body: 'Your code: {code}\n\nEnter it within {minutes} minutes. Never tell it to anybody: we do not ask for it.',
    end: 'If this was not you, somebody knows your password: please change it now.',
  },
  two_factor_code: {
    subject: '{code} is your code to set up two-factor sign-in',
    body: 'Your code: {code}\n\nEnter it within {minutes} minutes on your profile.',
  },
  reset: {
    subject: 'Set a new password',
    body: 'With this link you set a new password. It works once, for 30 minutes:\n\n{link}',
    end: 'If you did not ask for it, nothing has changed: your password is as it was.',
  },
  password_changed: {
    subject: 'Your password was changed',
    body: 'The password of your account was changed, and you were signed out everywhere else.',
    end: 'If this was not you, ask for a new password on the sign-in page now and tell your administrator.',
  },
  two_factor_off: {
    subject: 'Two-factor sign-in was switched off',
    body: 'An administrator has switched off two-factor sign-in for your account. You can set it up again on your profile.',
    end: 'If you did not ask for this, tell your administrator.',
  },
  package_request: {
    subject: '{person} asks for access to {package}',
    body: '{person} ({address}) has signed up with the domain of your package {package} and sees nothing until you decide. Decide here:\n\n{link}',
    end: 'Whoever you approve sees the traffic of this package.',
  },
  request_approved: {
    subject: 'You have access to {package}',
    body: 'Your request for {package} was approved. Sign in here:\n\n{link}',
    end: 'Welcome.',
  },
  request_refused: {
    subject: 'Your request for {package}',
    body: 'Your request for {package} was not approved. Please speak with whoever looks after it in your company.',
    end: 'Your account stays as it is.',
  },
};
