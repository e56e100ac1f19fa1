import { refusals } from '#platform/contract/message.ts';

/** What the server page refuses. */
export const REFUSALS = refusals({
  no_mail_server: 'No mail server is set',
  mail_not_sent: 'The mail was not sent: {{why}}',
  mail_not_taken: 'The mail was not taken',
  job_not_cancellable: 'This job cannot be cancelled',
});
