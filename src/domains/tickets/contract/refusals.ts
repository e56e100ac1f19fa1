import { refusals } from '#platform/contract/message.ts';

/** What tickets refuse. */
export const REFUSALS = refusals({
  no_transition: 'Ticket {{id}} is {{from}} and cannot become {{to}}',
  closed_already: 'Ticket {{id}} is closed already',
  closed_ticket: 'Ticket {{id}} is closed and has to be reopened before it is changed',
  reason_needed: 'Please say why it is closed',
  title_needed: 'Please give it a title',
  package_needed: 'Please name the package',
  nothing_to_change: 'Please choose a priority or a status',
  has_ticket: 'Incident {{incident}} has ticket {{ticket}} already',
  other_package: 'Incident {{incident}} is of another package',
  no_assignee: 'This person cannot work on tickets of the package',
  no_customer: 'This is no customer of the package',
  no_access: 'Who is mentioned has no access to the ticket',
  not_internal: 'Those a ticket is shared with cannot write for its owners alone',
  file_too_large: 'A file has at most {{most}} MB',
  files_too_large: 'The files of a ticket have at most {{most}} MB together',
  file_empty: 'The file is empty',
  file_kind: 'Files of this kind are not taken; these are: {{kinds}}',
  file_other: 'The file is not what its name says',
});
