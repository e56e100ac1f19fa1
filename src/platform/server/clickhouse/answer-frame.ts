/**
 * Every answer begins and ends with the mark of its own statement. The embedded engine keeps what a statement had
 * written when it failed (ended, out of time, out of memory) and puts it before the next answer of the same session; an
 * answer that is framed by its mark can be nobody else's, and has arrived whole. `docs/decisions/0012`.
 */
import type { Settings } from './session.ts';

/** An answer of another statement, or one that is mixed with it. Nothing of it may be used. */
export class ForeignAnswer extends Error {
  constructor() {
    super('The engine answered with the rows of another statement');
    this.name = new.target.name;
  }
}

/** The answer began as it should and broke off: the engine failed, or the connection to it. */
export class BrokenAnswer extends Error {
  constructor(tail: string) {
    super(`The answer broke off: ${tail}`);
    this.name = new.target.name;
  }
}

/**
 * How rows lie between the marks: arrays of JSON after one of
 * the names, lines of CSV, or the bytes of one column of text.
 */
export type Layout = 'rows' | 'lines' | 'csv' | 'bytes';

export type StreamLayout = Exclude<Layout, 'rows'>;

interface Shape {
  format: 'CustomSeparated' | 'CustomSeparatedWithNames';
  settings: Settings;
}

const delimiters = (escaping: string, before: string, field: string, after: string, between: string): Settings => ({
  format_custom_escaping_rule: escaping,
  format_custom_row_before_delimiter: before,
  format_custom_field_delimiter: field,
  format_custom_row_after_delimiter: after,
  format_custom_row_between_delimiter: between,
});

const SHAPES: Readonly<Record<Layout, Shape>> = {
  rows: { format: 'CustomSeparatedWithNames', settings: delimiters('JSON', '[', ',', ']', ',') },
  lines: { format: 'CustomSeparatedWithNames', settings: delimiters('JSON', '[', ',', ']\n', '') },
  csv: { format: 'CustomSeparated', settings: delimiters('CSV', '', ',', '\n', '') },
  bytes: { format: 'CustomSeparated', settings: delimiters('Raw', '', '', '', '') },
};

/** The format to ask for and the settings that make it, with the mark at both ends. */
export const frameOf = (layout: Layout, mark: string): Shape => ({
  format: SHAPES[layout].format,
  settings: {
    ...SHAPES[layout].settings,
    format_custom_result_before_delimiter: mark,
    format_custom_result_after_delimiter: mark,
  },
});

/** The rows of an answer in the layout `rows`. */
export function rowsOf<T>(text: string, mark: string): T[] {
  if (!text.startsWith(mark)) throw new ForeignAnswer();
  if (text.length < 2 * mark.length || !text.endsWith(mark)) throw new BrokenAnswer(text.slice(-300));
  // After the names stands a comma even where no row follows.
  const to = text.length - mark.length;
  const body = text.slice(mark.length, text[to - 1] === ',' ? to - 1 : to);
  const [names, ...rows] = parse(body);
  if (!names) throw new ForeignAnswer();
  return rows.map((values) => rowOf<T>(names, values));
}

/** A mark in the midst of rows is no JSON: what was put before an answer is found out there as well. */
function parse(body: string): unknown[][] {
  try {
    return JSON.parse(`[${body}]`);
  } catch {
    throw new ForeignAnswer();
  }
}

export function rowOf<T>(names: readonly unknown[], values: readonly unknown[]): T {
  const row: Record<string, unknown> = {};
  for (let at = 0; at < names.length; at++) row[String(names[at])] = values[at];
  return row as T;
}

/** What lies between the marks of one whole part of a stream. */
export function partOf(bytes: Buffer, mark: string): Buffer {
  if (!startsWith(bytes, mark)) throw new ForeignAnswer();
  if (bytes.length < 2 * mark.length || !endsWith(bytes, mark)) throw new BrokenAnswer(bytes.subarray(-300).toString());
  const part = bytes.subarray(mark.length, bytes.length - mark.length);
  if (part.includes(mark)) throw new ForeignAnswer();
  return part;
}

/** What lies between the marks of a stream that comes in pieces cut anywhere. */
export async function* unframed(pieces: AsyncIterable<Buffer>, mark: string): AsyncGenerator<Buffer> {
  let held: Buffer = Buffer.alloc(0);
  let begun = false;
  for await (const piece of pieces) {
    held = held.length > 0 ? Buffer.concat([held, piece]) : piece;
    if (!begun) {
      if (held.length < mark.length) continue;
      if (!startsWith(held, mark)) throw new ForeignAnswer();
      held = held.subarray(mark.length);
      begun = true;
    }
    const sure = held.length - mark.length;
    if (sure <= 0) continue;
    yield held.subarray(0, sure);
    held = held.subarray(sure);
  }
  if (!begun) throw new ForeignAnswer();
  if (!endsWith(held, mark)) throw new BrokenAnswer(held.toString());
}

const startsWith = (bytes: Buffer, mark: string): boolean => bytes.subarray(0, mark.length).equals(Buffer.from(mark));
const endsWith = (bytes: Buffer, mark: string): boolean =>
  bytes.subarray(Math.max(0, bytes.length - mark.length)).equals(Buffer.from(mark));
