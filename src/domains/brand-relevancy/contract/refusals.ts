import { refusals } from '#platform/contract/message.ts';

/** What brand relevancy refuses. */
export const REFUSALS = refusals({
  requirement_twice:
    'There is a requirement for the campaign {{name}} already; capital letters and blanks make no other one of it',
  requirement_changed: 'Somebody has changed this requirement since you opened it; please open it again',
  requirement_ends_first: 'The last day lies before the first',
  requirement_step: 'A requirement that is {{from}} cannot become {{to}}',
  requirement_closed: 'This requirement is closed: it can be read and not changed',
  requirement_undelivered: 'Accepted are {{n}} of {{wanted}} videos and channels: it is not delivered yet',
  requirement_keywords: 'A requirement needs a keyword before it is submitted',
  keyword_both: '{{keyword}} is both a keyword and an excluded one',
  output_no_file: 'Please choose a file',
  output_blank: 'This file is empty: it has no bytes',
  output_one_file: 'One file at a time, please',
  output_unreadable: 'This is neither a CSV in UTF-8 nor a workbook (XLSX)',
  output_no_column: 'The file has no column url',
  output_empty: 'The file has no rows',
  output_too_long: 'An output has {{n}} rows at most',
  output_no_requirement: 'Please say which requirement this answers: one of this package that is not closed',
  dv_twice: 'There is a tracker of this name already',
  dv_changed: 'Somebody has changed this tracker since you opened it; please open it again',
  dv_type: 'What a tracker tracks stays; please add another one',
  dv_no_vast: 'A VAST tracker needs the address of the tag inside of it',
  dv_no_click: 'A tracker needs the page its clicks go to',
  dv_no_requirement: 'Please choose a requirement of this package',
  brand_part_only: 'You see part of this package only; requirements and trackers belong to the whole of it',
});
