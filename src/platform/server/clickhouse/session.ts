import type { Readable } from 'node:stream';
import type { StreamLayout } from './answer-frame.ts';

export type Settings = Readonly<Record<string, string | number>>;

/** One statement, ready to send. */
export interface Statement {
  readonly query: string;
  readonly query_params: Record<string, unknown>;
  readonly settings: Settings;
  /**
   * Random; stands in the text, so that the statement can be
   * ended, and at both ends of its answer. Letters, digits, `_-`.
   */
  readonly mark: string;
}

/**
 * What the embedded engine and a server have in common. One session runs one statement at a time, and is closed after
 * the first one that fails: what a failed statement leaves behind must reach nobody.
 */
export interface Session {
  /** @throws ForeignAnswer when the answer is not this statement's, BrokenAnswer when it is not whole */
  rows<T>(statement: Statement): Promise<T[]>;
  command(statement: Statement): Promise<void>;
  /** Its statement carries settings and a mark; the question is made here. */
  insert(table: string, rows: readonly object[], statement: Pick<Statement, 'settings' | 'mark'>): Promise<void>;
  /** The session is busy until the stream ends. Throws like `rows`, later parts by the stream. */
  stream(statement: Statement, layout: StreamLayout): Promise<Readable>;
  /** Waits until the session is silent. */
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
  // Conclusions from chains of comparisons: none of ours needs them, and looking for them is a third of planning the
  // rules.
  optimize_and_compare_chain: 0,
  // A condition over what is computed from rows waits for the condition that chooses them: in one step with it, a
  // judgement of a few rows is made for all (2.4 s for 1.0 over 20 M events).
  query_plan_merge_filters: 0,
  // Steps of expressions stay as written: making one of them is a third of planning the rules, and rows pass no faster.
  query_plan_merge_expressions: 0,
};
