import { refusals } from '#platform/contract/message.ts';

/** What rules of the white list refuse. */
export const REFUSALS = refusals({
  no_such_analysis: 'This package has no dashboard of the type {{analysis}}',
  no_such_category: '{{category}} is no category of fraud',
  category_is: 'A category of fraud either is named or not; please choose "is"',
  networks_of_addresses: 'Only addresses lie in networks',
});
