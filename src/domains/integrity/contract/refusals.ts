import { refusals } from '#platform/contract/message.ts';

/** What the integrity of links refuses. */
export const REFUSALS = refusals({
  no_such_campaign: 'The package has no campaign with this number',
  no_such_linked: 'This publisher has no links',
  no_such_comparison: 'This field cannot be compared in this way',
  needs_values: 'Please say with what it is compared',
  not_a_number: 'This field is compared with a number',
  no_such_value: '{{value}} is never found in this field: please choose from its list',
  number_outside: 'A number from {{least}} to {{most}}',
  not_a_network: 'An address or a network, such as 192.0.2.0/24',
  field_of_others: 'This field is not known here',
  nothing_to_test: 'Please paste a link or a request, or give an address or an agent',
  no_link_of_ours:
    'This is no link of a campaign of this package: such a link ends in {{path}} and the key of a campaign',
  not_a_request: 'This cannot be read: headers one a line, a command line of curl, or a HAR file are expected here',
  nothing_written: 'No rule is written and none is in force',
});
