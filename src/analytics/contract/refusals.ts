import { refusals } from '#platform/contract/message.ts';

/** What boards refuse. */
export const REFUSALS = refusals({
  end_in_future: 'The end date lies in the future',
  report_over: 'This report is over: ask for it again',
  two_boards: 'report_type is another board than dashboard_type',
});
