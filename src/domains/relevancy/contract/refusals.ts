import { refusals } from '#platform/contract/message.ts';

/** What the scan of videos refuses. */
export const REFUSALS = refusals({
  scan_location: 'There is no country with the code {{code}}',
  catalogue_form: 'The file is neither a list in JSON nor a CSV whose first line names url and title',
  catalogue_empty: 'The file has no videos',
  catalogue_long: 'A file has at most {{most}} videos',
  catalogue_large: 'A file has at most {{most}} MB',
  scan_language: 'There is no language with the code {{code}}',
  list_name_taken: 'There is a list with this name already',
  list_limit: 'A package has at most {{most}} lists',
  list_full: 'A list has at most {{most}} entries',
  list_unknown: 'An entry has neither an address nor a channel it could be known by',
});
