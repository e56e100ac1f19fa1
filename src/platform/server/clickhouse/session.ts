import type { Readable } from 'node:stream';

export type Settings = Readonly<Record<string, string | number>>;

/** One statement, ready to send. */
export interface Statement {
  readonly query: string;
  readonly query_params: Record<string, unknown>;
  readonly settings: Settings;
}

/** What the embedded engine and a server have in common. One session runs one statement at a time. */
export interface Session {
  rows<T>(statement: Statement): Promise<T[]>;
  command(statement: Statement): Promise<void>;
  insert(table: string, rows: readonly object[], settings: Settings): Promise<void>;
  /** Bytes in the given ClickHouse format. The session is busy until the stream ends. */
  stream(statement: Statement, format: string): Promise<Readable>;
  close(): Promise<void>;
}

export interface Engine {
  readonly mode: 'embedded' | 'server';
  /** A folder whose files the engine can read with file(). */
  readonly userFiles: string;
  open(): Promise<Session>;
  close(): Promise<void>;
}

/** The database everything lives in. chDB's default database is not Atomic, so we bring our own. */
export const DATABASE = 'adsieve';

/** True for every statement: one time zone, JSON numbers, and inserts that end as one durable block. */
export const BASE_SETTINGS: Settings = {
  session_timezone: 'UTC',
  output_format_json_quote_64bit_integers: 0,
  date_time_input_format: 'best_effort',
  async_insert: 0,
  // Compiling the expressions of a question takes longer than most of ours take; long ones are no faster for it.
  compile_expressions: 0,
  // Conclusions from chains of comparisons: none of ours needs them, and looking for them is a third of planning the rules.
  optimize_and_compare_chain: 0,
  // A condition over what is computed from rows waits for the condition that chooses them: in one step with it, a judgement
  // of a few rows is made for all (2.4 s for 1.0 over 20 M events).
  query_plan_merge_filters: 0,
};
