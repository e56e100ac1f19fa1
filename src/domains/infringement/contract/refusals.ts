import { refusals } from '#platform/contract/message.ts';

/** What tools against the misuse of a brand refuse. */
export const REFUSALS = refusals({
  ads_other_agency: 'Who is kept to some vendors does not see whose ads run on the names of the brand',
  ads_no_columns: 'The file has no column {{columns}}',
  ads_empty: 'The file has no rows',
  ads_too_long: 'A file has at most {{n}} lines and 5 MB',
  ads_unreadable: 'The file is neither a CSV nor an XLSX that can be read',
  ad_in_ticket: 'This ad stands in a ticket',
  party_not_a_domain: '{{value}} is not a domain',
  party_there: '{{value}} is known already',
  domains_no_own:
    'There is no own domain to make look-alikes of: please name one among the own domains of Adword Competitor',
  domains_too_many: 'A package tracks at most {{n}} domains',
  parties_too_many: 'A package has at most {{n}} of these',
});
