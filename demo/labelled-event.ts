import type { EventKind, RAW_COLUMNS, RawColumnName } from '#traffic/event/contract/event.ts';

type Value<Name extends RawColumnName> = (typeof RAW_COLUMNS)[Name]['valueType'] extends 'number' ? number : string;

/** Reported columns of one event; what was not reported is absent. */
export type RawColumns = { [Name in RawColumnName]?: Value<Name> };

/** One event as an importer takes it: kind, ISO time in UTC with milliseconds, and our own column names. */
export type RawEvent = { kind: EventKind; ts: string } & RawColumns;

export interface Label {
  truth: 'clean' | 'fraud';
  /** Key of SCENARIOS. */
  scenario: string;
}

/** The label is ground truth for tests and benchmarks; it is never stored with the event. */
export interface LabelledEvent {
  event: RawEvent;
  label: Label;
}

/** Columns in parts: those of the ad and of the device are shared by all events of a journey, later parts win. */
export type Columns = readonly RawColumns[];

/** An event that waits for its day; it is put together only when its turn comes. */
export interface PlannedEvent {
  kind: EventKind;
  at: number;
  columns: Columns;
  label: Label;
}
