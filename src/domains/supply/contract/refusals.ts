import { refusals } from '#platform/contract/message.ts';

/** What files of the supply refuse. */
export const REFUSALS = refusals({
  supply_other_agency: 'Who is kept to some vendors or publishers does not see who sells for all of them',
  supply_not_a_domain: '{{value}} is not a domain',
  supply_there: 'This file of {{value}} is kept already',
  supply_apps: 'An app-ads.txt speaks for apps: please name them',
  supply_too_many: 'A package keeps at most {{n}} of these files',
  supply_too_large: 'A file has at most {{n}} MB',
  supply_too_many_records: 'A file has at most {{n}} records',
  supply_unreadable: 'Nothing in this file can be read: line {{line}} is no record',
  supply_names_nobody:
    'This file names no seller. Taken so, every sale for {{value}} counts as not authorised: if that is meant, say that nobody may sell',
  supply_future: 'A file cannot hold since a day that has not begun',
});
