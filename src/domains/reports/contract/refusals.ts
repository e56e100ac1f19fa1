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
  report_went_wrong: 'Something Went wrong!',
});
