import { refusals } from '#platform/contract/message.ts';

/** What re-attribution refuses. */
export const REFUSALS = refusals({
  reattribution_days_reversed: 'The end lies before the start',
  reattribution_too_long: 'A report covers {{days}} days at most',
  reattribution_not_ready: 'The report is not ready yet',
  reattribution_file_gone: 'The file of the report is gone; generate it again',
  reattribution_broke_off: 'Making the report broke off twice',
  reattribution_went_wrong: 'Something went wrong while the report was made',
});
