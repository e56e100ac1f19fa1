import { type CodeOf, refusals } from '#platform/contract/message.ts';

/** What lists of this installation refuse, and why a line is no entry of one (`line_…`). */
export const REFUSALS = refusals({
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
  list_not_loaded: 'No list {{list}} was loaded',
  list_no_version: 'No version {{version}} of a list {{list}} is kept',
  line_no_range: 'neither an address nor a range',
  line_everything: 'covers the whole internet',
  line_reversed: 'the end lies before the start',
  line_no_asn: 'not an AS number',
  line_too_short: 'too short: it would match people',
  line_no_domain: 'not a domain',
});

export type RefusalCode = CodeOf<typeof REFUSALS>;
