import { refusals } from '#platform/contract/message.ts';

/** What the scan of videos refuses. */
export const REFUSALS = refusals({
  scan_location: 'There is no country with the code {{code}}',
  scan_language: 'There is no language with the code {{code}}',
});
