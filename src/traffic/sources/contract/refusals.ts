import { type CodeOf, refusals } from '#platform/contract/message.ts';

/** What decisions about sources refuse. */
export const REFUSALS = refusals({
  source_of_whole_package: 'A decision about a source covers the whole package; please ask its owner',
  source_is_own_site: 'What comes from the pages of the site itself has no source to decide about',
  source_in_future: 'A source is decided about from a day that has come',
  source_preview_old:
    'Something else was decided in the meantime; please look at what this changes now, then confirm it',
  source_decided_since: 'This source was decided about again in the meantime; please look at what is said of it now',
});

export type RefusalCode = CodeOf<typeof REFUSALS>;
