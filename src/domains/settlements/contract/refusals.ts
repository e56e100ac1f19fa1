import { refusals } from '#platform/contract/message.ts';

/** What settlements refuse. */
export const REFUSALS = refusals({
  days_reversed: 'The end lies before the start',
  not_over: 'The period is not over yet',
  nothing_to_settle: 'Nothing was counted and nothing is owed in these days',
  settled_already: '{{publisher}} is settled for {{from}} to {{to}} already, and these days lie within',
  disputed: 'The count of {{publisher}} and ours are too far apart: settle that first',
  figures_changed: 'Figures of {{publisher}} have changed since they were read; please look again',
  out_of_date:
    'The payout report of {{publisher}} for {{from}} to {{to}} is out of date: something it stands on has changed. Please generate it again',
  approved_already: 'The payout report of {{publisher}} is approved; what changes is an adjustment of the next one',
  not_approved: 'The payout report of {{publisher}} is not approved yet',
  counts_no_columns: 'The file has no column {{columns}}',
  counts_empty: 'The file has no lines',
  counts_none_taken: 'None of the {{n}} lines was taken. {{first}}',
  count_and: '{{first}} {{rest}}',
  count_no_publisher: 'Line {{line}} names no publisher.',
  count_unknown_publisher: 'The publisher of line {{line}} has neither events in these days nor a payment model.',
  count_unknown_campaign:
    'The publisher of line {{line}} has neither events nor terms of this campaign in these days, and no link is of it.',
  count_unknown_model: 'Line {{line}} names a way of paying that is unknown.',
  count_no_units: 'The units of line {{line}} are no whole number.',
  count_said_twice: 'Line {{line}} says again what a line before says.',
  count_unreadable: 'Line {{line}} cannot be read.',
  counts_too_long: 'A file may have {{n}} lines and 5 MB at most',
  amount_digits: '{{currency}} has no amounts of so many digits: {{digits}} behind the point',
  adjustment_stays: 'This adjustment is in an approved payout report, or came of one: it stays',
  nothing_to_adjust: 'An amount of nothing changes nothing',
  no_such_spend: 'No spend was entered for this publisher, campaign and month',
});
