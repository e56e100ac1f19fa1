import { refusals } from '#platform/contract/message.ts';
import { AD_AHEAD, AD_LONG_AGO } from './search-ad.ts';

/** What tools against the misuse of a brand refuse. */
export const REFUSALS = refusals({
  ads_other_agency: 'Who is kept to some vendors does not see whose ads run on the names of the brand',
  ads_no_columns: 'The file has no column {{columns}}',
  ads_empty: 'The file has no rows',
  ads_too_long: 'A file has at most {{n}} lines and 5 MB',
  ads_unreadable: 'The file is neither a CSV nor an XLSX that can be read',
  ad_ahead: AD_AHEAD,
  ad_long_ago: AD_LONG_AGO,
  ad_in_ticket: 'This ad stands in a ticket',
  domain_in_ticket: 'This domain stands in a ticket',
  use_in_ticket: 'This use of a coupon stands in a ticket',
  party_not_a_domain: '{{value}} is not a domain',
  party_there: '{{value}} is known already',
  domains_no_own:
    'There is no own domain to make look-alikes of: please name one among the own domains of Adword Competitor',
  domains_too_many: 'A package tracks at most {{n}} domains',
  coupon_percent: 'A coupon takes off at most 100 %',
  coupon_days: 'The last day is before the first',
  coupon_name_taken: 'There is a coupon of this name already',
  coupon_ended: 'This coupon has ended',
  coupon_shared: 'A shared coupon has one code',
  coupon_owner: 'Please say who recommends',
  coupon_owners_there: 'Each of them has a code of this coupon already',
  coupon_codes: 'A coupon has at most {{n}} codes',
  coupon_letters: 'No further codes can be drawn: please use more letters',
  parties_too_many: 'A package has at most {{n}} of these',
});
