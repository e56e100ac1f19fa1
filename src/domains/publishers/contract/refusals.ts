import { refusals } from '#platform/contract/message.ts';

/** What configurations of publishers and their register refuse. */
export const REFUSALS = refusals({
  configuration_twice: 'There is a configuration {{name}} of this publisher and dashboard type already',
  no_such_variation: 'No rule of the product is called {{variation}} for this dashboard type',
  other_sub_category: 'The rule {{variation}} does not find {{sub_category}}',
  other_category: '{{sub_category}} is not of this category',
  no_threshold: 'The rule {{variation}} has no limit to set',
  threshold_outside: 'The limit has to be from {{min}} to {{max}}',
  not_this_package: 'This package has no dashboard of this type',
  only_apps: 'This path is for apps; {{package}} is a website',
  set_on_rules_page: 'This was set on the page of the rules; please change it there',
  publisher_twice: 'There is a publisher of this name already',
});
