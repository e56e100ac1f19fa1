import { CONDITION_PROBLEMS } from '#platform/contract/condition-check.ts';
import { PATTERN_FAULTS } from '#platform/contract/regular-expression.ts';
import { filled, type Told, type ToldValue, type ToldValues } from '#platform/contract/told.ts';

/**
 * Everything rules, white list and lists refuse, by code: English here, other languages under the same key of the
 * `refusals` texts. Values are ids and numbers; `problem` and `why` are told themselves.
 */
export const REFUSALS = {
  // Rules.
  unknown_rule: 'There is no rule {{rule}}',
  too_many_settings: 'At most {{most}} different settings of publishers in all rules; publishers set alike count once',
  too_many_own_rules: 'At most {{most}} rules of your own',
  rules_too_dear:
    'Your own rules ask too much of each event: {{points}} points of at most {{most}}. A comparison is {{comparison}}, a regular expression {{expression}}, and hundreds where it counts repetitions after other characters, as in [0-9].{50}. Most are in {{rule}}: {{own}}',
  preview_too_long:
    'To ask {{events}} events these changes may take {{seconds}} seconds, and a preview has {{most}}. A range of {{days}} days would fit, or fewer regular expressions',
  preview_too_heavy:
    'To ask {{events}} events these changes may take {{seconds}} seconds, and a preview has {{most}}. Not even a day fits; take out regular expressions',
  preview_replaced: 'A newer preview of yours for this package has taken the place of this one',
  too_many_publishers: '{{rule}}: At most {{most}} publishers with settings of their own',
  publisher_unnamed: '{{rule}}: Name the publisher',
  unknown_limit: '{{rule}} has no limit {{limit}}',
  limit_outside: '{{rule}}: {{limit}} is between {{min}} and {{max}}',
  limit_outside_for: '{{rule}}, {{publisher}}: {{limit}} is between {{min}} and {{max}}',
  limits_contradict: '{{rule}}: {{limit}} ({{value}}) must not be under {{other}} ({{than}})',
  limits_contradict_for: '{{rule}}, {{publisher}}: {{limit}} ({{value}}) must not be under {{other}} ({{than}})',
  rule_id: 'The id is custom. followed by letters, digits, - and _',
  rule_twice: 'There are two rules {{rule}}',
  rule_unnamed: 'Name the rule',
  unknown_reason: 'There is no reason {{reason}} for rules',
  no_kinds: '{{rule}}: Choose the kinds of events it looks at',
  condition_empty: '{{rule}}: The condition names nothing',
  condition: '{{rule}}: {{problem}}',
  condition_at: '{{rule}}, condition {{place}}: {{problem}}',
  statistic_as_fraud:
    '{{rule}}: A statistic about a source makes events suspect at most; fraud needs a second, independent signal',
  future_day: 'The first day lies in the future',
  unchanged: 'Nothing has changed since the stored version',
  no_version_before: 'There is no version before this one',
  newer_version: '{{author}} has saved version {{version}} in the meantime. Compare it with yours and save again.',
  still_written: 'Version {{version}} is still being written into history. Please save again when that is done.',
  rules_of_whole_package: 'The rules hold for the whole package; please ask its owner',

  // White list.
  entry_one_value: 'This kind of entry takes one value',
  entry_condition: 'This kind of entry takes a condition',
  entry_no_address: '{{value}} is not an address',
  entry_no_network: '{{value}} is not a network',
  entry_no_asn: '{{value}} is not an AS number',
  entry_too_wide: '{{value}} is too wide for a white list',
  entry_names_nothing: 'The condition names nothing',
  entry_twice: 'This is on the white list already, with other dates',
  entry_fault: '{{problem}}',
  white_list_of_whole_package: 'The white list covers the whole package; please ask its owner',

  // Lists of this installation.
  list_kind: 'No such kind of list',
  list_id: 'The id of a list is made of letters, digits, dot, dash and underscore',
  list_no_file: 'There is no file {{file}}',
  list_too_large: 'A list file may have {{most}} MB',
  list_empty: 'The file has no usable entry, so the list stays as it was',
  list_no_entries: '{{wrong}} of {{lines}} lines are no entries (line {{line}}: {{why}}), so the list stays as it was',
  list_other_kind: '{{list}} is a list of the kind {{kind}}; give another one another id',
  list_shrinks:
    '{{removed}} of {{entries}} entries would be gone, so the list stays as it was; say that it may shrink if that is right',
  list_unreachable: '{{url}}: it could not be reached',
  list_address:
    '{{url}}: only https addresses of the open internet may be called, with at most {{most}} MB behind them',
  list_status: '{{url}} answered {{status}}, not 200',
  list_no_version: 'No version {{version}} of a list {{list}} is kept',

  // Why a line is no entry of a list.
  line_no_range: 'neither an address nor a range',
  line_everything: 'covers the whole internet',
  line_reversed: 'the end lies before the start',
  line_no_asn: 'not an AS number',
  line_too_short: 'too short: it would match people',
  line_no_domain: 'not a domain',
} as const;

export type RefusalCode = keyof typeof REFUSALS;

const ENGLISH: Readonly<Record<string, string>> = { ...REFUSALS, ...CONDITION_PROBLEMS, ...PATTERN_FAULTS };

/** The English text. */
export function refusalText(code: RefusalCode, values: ToldValues = {}): string {
  return english({ code, values });
}

const english = ({ code, values }: Told): string =>
  filled(
    ENGLISH[code] ?? code,
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, plain(value)])),
  );

const plain = (value: ToldValue): string | number => (typeof value === 'object' ? english(value) : value);
