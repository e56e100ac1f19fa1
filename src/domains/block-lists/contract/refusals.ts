import { refusals } from '#platform/contract/message.ts';

/** What block lists and their feeds refuse. */
export const REFUSALS = refusals({
  no_address_or_network: '{{value}} is not an address or a network',
  own_network: '{{value}} is or holds private addresses: a server with this list would cut off its own neighbours',
  nobodys_network: '{{value}} is or holds addresses that nobody sends from (unspecified, multicast, reserved)',
  network_too_wide: '{{value}} is too wide: a network of a list has at least /8 for IPv4 and /16 for IPv6',
  not_a_domain: '{{value}} is not a domain',
  not_a_name: '{{value}} is not a name that traffic could have',
  publisher_needed: 'A sub-publisher needs its publisher',
  end_passed: 'This day has passed',
  start_passed: 'What came before today stays as it was judged: please choose today or a later day',
  start_after_end: 'The first day is after the last',
  blocks_clean:
    'This would have hit {{percent}} % of the clean traffic of the newest 30 days. To go on, please give the name {{package}}',
  blocks_clean_together:
    'With what was blocked by hand in the last day this would have hit {{percent}} % of the clean traffic of the newest 30 days. To go on, please give the name {{package}}',
  standing_too_wide: 'This is more than can be counted: a condition that narrows it down helps',
  standing_name_taken: 'There is a rule of this name already',
  standing_limit: 'A package has at most {{most}} standing rules',
  blocked_again: 'This is on the list again already',
  feed_twice: 'There is a feed of this name already',
  kinds_not_in_format: 'This format cannot hold these entries',
});
