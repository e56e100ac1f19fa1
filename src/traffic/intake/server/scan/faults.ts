import type { ImportMessageCode } from '#traffic/intake/contract/import-messages.ts';

/** What can be wrong with a record before its values are looked at. */
export const RECORD_FAULTS = [
  'unclosed_quote',
  'text_after_quote',
  'field_count',
  'too_long',
  'encoding',
  'not_json',
  'not_a_log_line',
] as const satisfies readonly ImportMessageCode[];

export type RecordFault = (typeof RECORD_FAULTS)[number];

/** Longest record. Real exports stay far below; without a bound one lost quote could hold the whole file in memory. */
export const MAX_RECORD_BYTES = 1024 * 1024;

/** The fields of one record on one line: where each ends, and the places of those in quotes. Valid during the call. */
export interface FieldEnds {
  at: Int32Array;
  quoted: Int32Array;
  quotedCount: number;
}

/** Where scanners put what they find. Bytes are valid only during the call. */
export interface RecordSink {
  /** One good record, CSV text without its line end. `ends` when the record is one line without a unit separator. */
  accept(bytes: Buffer, start: number, end: number, line: number, ends?: FieldEnds): void;
  /** One good record as fields. */
  acceptFields(fields: readonly string[], line: number): void;
  reject(fault: RecordFault, line: number, column: number, bytes: Buffer, start: number, end: number): void;
}

/**
 * Takes records off a window of bytes. Returns where the next record starts, or -1 when the window ends before the
 * record does; then it is called again with more bytes, or with `last`.
 */
export interface RecordScanner {
  next(bytes: Buffer, start: number, end: number, last: boolean): number;
}
