import { refusals } from '#platform/contract/message.ts';

/** What evidence files refuse. */
export const REFUSALS = refusals({
  evidence_days_reversed: 'The end lies before the start',
  evidence_days_to_come: 'The period is not over yet',
  evidence_nothing: 'Nothing of this can be claimed: no event in these days is invalid',
  evidence_all_before: 'Nothing of this can be claimed: an earlier file claims all {{before}} invalid events',
  evidence_all_late:
    'Nothing of this can be claimed: all {{late}} invalid events are older than the {{days}} days of the claim window',
  evidence_before_or_late:
    'Nothing of this can be claimed: an earlier file claims {{before}} invalid events, {{late}} are older than the {{days}} days of the claim window',
  evidence_too_many: 'An evidence file holds {{most}} events at most; please ask for fewer days or one campaign',
  evidence_too_many_lines: 'An evidence file has {{most}} lines at most; please ask for fewer days or one campaign',
  evidence_limit: '{{most}} evidence files of the package are kept; please delete some',
  evidence_not_ready: 'The evidence file is not ready',
  evidence_erased: 'A person in it had to be forgotten; the file is gone',
  evidence_file_gone: 'The evidence file is not there any more',
  evidence_author_gone: 'Whoever asked for it has no access any more',
  evidence_broke_off: 'It was begun several times and broke off each time',
  evidence_went_wrong: 'Something went wrong while it was made',
  evidence_storage_away: 'The storage of files does not answer',
  evidence_disputed: 'The publisher was asked about it; the evidence stays',
  evidence_window: 'Please say within how many days events can be claimed',
});
