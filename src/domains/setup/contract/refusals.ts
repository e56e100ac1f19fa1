import { refusals } from '#platform/contract/message.ts';

/** What the first run refuses. */
export const REFUSALS = refusals({
  setup_link_used: 'This first-run link is used up or wrong',
});
