import { refusals } from '#platform/contract/message.ts';

/** What reports refuse, and what a failed one says. */
export const REFUSALS = refusals({
  report_type_unknown: 'There is no report type {{type}} for this package',
  report_parameters_differ: '{{parameter}} differs between the address and the body',
  report_column_unknown: 'The report has no column {{column}}',
  report_limit: 'You can have at most {{most}} reports of a package at a time',
  report_not_ready: 'The report is not ready',
  report_not_failed: 'Only a failed report can be tried again',
  report_file_gone: 'The file of this report is not there any more',
  report_broke_off: 'The program stopped twice while it made this report',
  report_author_gone: 'Whoever asked for this report has no account any more',
  report_storage_away: 'The storage of files did not answer; try again in a while',
  report_went_wrong: 'Something Went wrong!',
  schedule_limit: 'A package can have at most {{most}} schedules',
  schedule_recipient_unknown: 'Reports can be sent to people who see the package and the page of the report',
  schedule_recipient_part: '{{name}} does not see everything that this report asks for',
  schedule_for_oneself: 'Who sees only a part of a package can schedule reports for oneself only',
  schedule_without_people: 'Nobody is left whom the reports could be sent to',
  schedule_on_its_way: 'The reports of this schedule are being made',
  schedule_sent_lately: 'The reports were sent by hand just now: once in {{minutes}} minutes',
  schedule_owner_gone: 'Whoever made this schedule has no account any more',
  schedule_owner_lost: '{{name}} does not see this report any more',
});
