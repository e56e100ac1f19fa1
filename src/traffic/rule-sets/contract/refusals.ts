import { refusals } from '#platform/contract/message.ts';

/** What versions of rules and their previews refuse. */
export const REFUSALS = refusals({
  rules_too_dear:
    'Your own rules ask too much of each event: {{points}} points of at most {{most}}. A comparison is {{comparison}}, a regular expression {{expression}}, and hundreds where it counts repetitions after other characters, as in [0-9].{50}. Most are in {{rule}}: {{own}}',
  preview_too_long:
    'To ask {{events}} events these changes may take {{seconds}} seconds, and a preview has {{most}}. A range of {{days}} days would fit, or fewer regular expressions',
  preview_too_heavy:
    'To ask {{events}} events these changes may take {{seconds}} seconds, and a preview has {{most}}. Not even a day fits; take out regular expressions',
  preview_replaced: 'A newer preview of yours for this package has taken the place of this one',
  future_day: 'The first day lies in the future',
  unchanged: 'Nothing has changed since the stored version',
  no_version_before: 'There is no version before this one',
  newer_version: '{{author}} has saved version {{version}} in the meantime. Compare it with yours and save again.',
  still_written: 'Version {{version}} is still being written into history. Please save again when that is done.',
  rules_of_whole_package: 'The rules hold for the whole package; please ask its owner',
});
