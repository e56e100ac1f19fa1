import { call } from '#platform/web/api/call.ts';
import { eventsEndpoints, VALUE_FIELDS, type ValueField } from '#traffic/explorer/contract/events-endpoints.ts';
import type { EventsQuestion } from './use-events.ts';

export interface FieldValues {
  /** The most frequent first; how many have it is not known of a value that nobody was asked about. */
  data: { value: string; events?: number | undefined }[];
  /** There are more than these. */
  more: boolean;
}

/** Where a filter has its fields and their values from. */
export interface ValueSource {
  /** Fields that are offered, in their order. */
  fields: readonly ValueField[];
  /** Names the question in the cache. */
  key: readonly unknown[];
  ask: (field: ValueField, containing: string | undefined, signal: AbortSignal) => Promise<FieldValues>;
}

/** Of the list of events. */
export const eventValues = (question: EventsQuestion): ValueSource => ({
  fields: VALUE_FIELDS,
  key: ['GET', eventsEndpoints.values.path, question],
  ask: (field, containing, signal) =>
    call(
      eventsEndpoints.values,
      { query: { ...question, field, ...(containing === undefined ? {} : { containing }) } },
      { signal },
    ),
});
