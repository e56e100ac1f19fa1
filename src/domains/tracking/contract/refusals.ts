import { refusals } from '#platform/contract/message.ts';

/** What tracking refuses. */
export const REFUSALS = refusals({
  campaign_twice: 'There is a campaign of this name already',
  links_twice: 'This publisher has links already',
  landing_page_twice: 'There is a landing page of this name already',
  cap_twice: 'There is a capping of this kind already; please change that one',
  changed_meanwhile: 'Somebody has changed this since you opened it; please open it again',
  not_of_package: 'The package has no {{what}} with this number',
  no_such_goal: 'The campaign has no event {{event}}',
  no_fallback: 'Sending to the fallback needs a fallback campaign',
  fallback_to_itself: 'A campaign cannot be its own fallback',
  no_amount: 'This way of paying needs an amount or a share',
  ends_before_start: 'The end lies before the start',
  postback_too_long: 'A postback may have 16 kB at most',
  postback_broken: 'The body is no JSON object; sending it again changes nothing',
  postback_lacks: 'The postback lacks {{names}}; sending it again changes nothing',
  upload_no_columns: 'The file has no column {{columns}}',
  upload_empty: 'The file has no lines',
  upload_too_long: 'A file may have {{n}} lines and 5 MB at most',
  no_such_link: 'This is no link of the package',
  other_agency: 'You see campaigns of your own agencies only',
});
