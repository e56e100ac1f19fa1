import { refusals } from '#platform/contract/message.ts';
import { IMPORT_MESSAGES } from '#traffic/intake/contract/import-messages.ts';

/**
 * What imports refuse. All an import says of a file and its records is in the list: the same words refuse a preview.
 */
export const REFUSALS = refusals({
  import_not_done: 'Only an import that is done can be undone.',
  days_of_file_only: 'Only days of the file can be replaced.',
  import_not_waiting: 'This import does not wait for days to be chosen.',
  import_unstoppable: 'This import can no longer be stopped; undo it when it is done.',
  sample_too_large: 'A preview takes the first 1 MiB of a file.',
  ...IMPORT_MESSAGES,
});
