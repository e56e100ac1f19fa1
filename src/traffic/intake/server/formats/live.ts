import type { FormatTable } from './format.ts';

/** Events as the collector writes them down. No file of a person is taken for one. */
export const LIVE: FormatTable = {
  id: 'live',
  aliases: {},
  signs: [],
  signsNeeded: Number.POSITIVE_INFINITY,
  reports: [],
  kindRules: [],
  otherwise: 'click',
  fields: {},
  time: 'iso',
  // A sender that is not sure whether an event arrived sends it again, a field of its own accord corrected or not.
  identity: ['event_id'],
  arrival: 'received_at',
};
