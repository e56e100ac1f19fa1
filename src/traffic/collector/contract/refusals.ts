import { refusals } from '#platform/contract/message.ts';

/** What the collector refuses. Faults of single events are dead letters, never these. */
export const REFUSALS = refusals({
  no_key:
    'No write key was sent. Send it as Authorization: Bearer adw_…, or where the sender you have puts it; the live page shows how.',
  malformed_key:
    'What was sent as write key is none: they begin with {{prefix}} and have 47 characters. In the header Authorization it stands after Bearer.',
  over_second:
    'This write key may send {{n}} events a second on average. Send the same events again after Retry-After.',
  over_day: 'This write key may send {{n}} events a day (UTC). Send the same events again after Retry-After.',
  wrong_key: 'This write key does not exist or has been revoked.',
  wrong_origin: 'Pages of {{origin}} may not send with this write key.',
  no_such_kind: 'There is no kind of event with this name. Kinds: {{kinds}}.',
  body_not_json: 'The body is not valid JSON.',
  no_events: 'Send one event, a list of events, or {"events": [...]}.',
  too_many_events: 'One request carries at most {{n}} events.',
  body_too_large: 'One request carries at most {{n}} KB, unpacked.',
  body_too_slow: 'The body took longer than {{n}} seconds to arrive.',
  not_packed: 'The body is not valid gzip.',
  no_question: 'Send {"kind": "click", "event": {...}} and, if it is to be stored, "store": true.',
  wrong_field: 'This event cannot be judged: {{field}} ({{reason}}).',
  no_such_format: 'No callbacks of this name are understood. Names: {{formats}}.',
  held_at_work:
    'More requests of this write key are at work than its share. Send the same events again after Retry-After.',
  held_loading:
    'More events of this write key wait to be loaded than its share. Send the same events again after Retry-After.',
  held_behind:
    'The server is behind, and this write key is one of those that send most. Send the same events again after Retry-After.',
  key_twice: 'There is a write key with this name already.',
});
