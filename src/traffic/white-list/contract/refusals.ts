import { type CodeOf, refusals } from '#platform/contract/message.ts';

/** What the white list refuses. */
export const REFUSALS = refusals({
  entry_one_value: 'This kind of entry takes one value',
  entry_condition: 'This kind of entry takes a condition',
  entry_no_address: '{{value}} is not an address',
  entry_no_network: '{{value}} is not a network',
  entry_no_asn: '{{value}} is not an AS number',
  entry_too_wide: '{{value}} is too wide for a white list',
  entry_clears_much:
    'With this entry the white list clears {{events}} % of all events and {{fraud}} % of the fraud of the newest 30 days. To go on, please give the name {{package}}',
  entry_clears_own:
    'With this entry the white list clears {{events}} % of all events, {{fraud}} % of the fraud of the newest 30 days and {{own}} % of the fraud it is about. To go on, please give the name {{package}}',
  entry_past: 'The last day is past: nothing new is covered. Please give a later day, or the first day too',
  entry_names_nothing: 'The condition names nothing',
  entry_twice: 'This is on the white list already, with other dates',
  white_list_rule_twice: 'There is a rule {{name}} of this dashboard type already',
  entry_fault: '{{problem}}',
  white_list_of_whole_package: 'The white list covers the whole package; please ask its owner',
});

export type RefusalCode = CodeOf<typeof REFUSALS>;
