/**
 * ClickHouse SQL as a value. SQL that reaches an embedded engine is access to the host
 * (it can read and write files), so text and values never meet: text comes from literals
 * and registries, values travel as typed, bound parameters, or as literals in which nothing but plain letters, digits
 * and hexadecimal escapes can stand.
 */
import { type Bindable, type ClickHouseType, checkBindable } from './typed-value.ts';

/** A value with its ClickHouse type, sent beside the query and never inside it. */
export class Typed {
  readonly type: ClickHouseType;
  readonly value: unknown;
  constructor(type: ClickHouseType, value: Bindable) {
    this.type = type;
    this.value = checkBindable(type, value);
    Object.freeze(this);
  }
}

/** An immutable piece of SQL. Made only by `sql`, `trusted` and `joinSql`. */
export class Sql {
  readonly pieces: readonly (string | Typed)[];
  constructor(pieces: readonly (string | Typed)[]) {
    this.pieces = Object.freeze([...pieces]);
    Object.freeze(this);
  }
}

export type Hole = Sql | Typed;

/** ``sql`SELECT count() FROM ${table} WHERE package = ${typed('String', name)}` `` A bare string in a hole throws. */
export function sql(strings: TemplateStringsArray, ...holes: readonly Hole[]): Sql {
  const pieces: (string | Typed)[] = [];
  strings.forEach((text, index) => {
    pieces.push(text);
    // One by one: as arguments of one call a hundred thousand pieces would be more than the stack holds.
    if (index < holes.length) for (const piece of piecesOf(holes[index])) pieces.push(piece);
  });
  return new Sql(pieces);
}

/** Binds a value. Throws a RangeError when the engine would silently misread it (overflow, 30 February). */
export function typed(type: ClickHouseType, value: Bindable): Typed {
  return new Typed(type, value);
}

/** Text from our own registries and migrations, never from a request. Searchable on purpose. */
export function trusted(text: string): Sql {
  return new Sql([text]);
}

/** Joins fragments with a literal separator (`', '`, `' AND '`). */
export function joinSql(parts: readonly Hole[], separator: string): Sql {
  return new Sql(parts.flatMap((part, index) => (index === 0 ? piecesOf(part) : [separator, ...piecesOf(part)])));
}

/**
 * The text with `{p0:Type}` placeholders and the values beside it.
 * Equal fragments render equally, so answers can be cached by it.
 */
export function render(fragment: Sql): { query: string; query_params: Record<string, unknown> } {
  const query_params: Record<string, unknown> = {};
  let count = 0;
  const query = fragment.pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      const name = `p${count++}`;
      query_params[name] = asSent(piece);
      return `{${name}:${piece.type}}`;
    })
    .join('');
  return { query, query_params };
}

/** A server reads numbers of an array only without the quotes that the driver would set around texts. */
const asSent = ({ type, value }: Typed): unknown =>
  Array.isArray(value) && /^Array\((U?Int|Float|Decimal)/.test(type) ? `[${value.join(',')}]` : value;

/**
 * The text with every value as a literal of its type. For the embedded engine: its driver runs statements with
 * parameters one after the other in the whole process, so that a board would wait for a sweep (chdb 3.4,
 * `runExclusiveParam`).
 */
export const renderInline = (fragment: Sql): string =>
  fragment.pieces.map((piece) => (typeof piece === 'string' ? piece : literalOf(piece))).join('');

function literalOf({ type, value }: Typed): string {
  const text = Array.isArray(value) ? `[${value.map(quoted).join(', ')}]` : quoted(value);
  return type === 'String' ? text : `CAST(${text} AS ${type})`;
}

/**
 * Bytes of UTF-8 that are no plain character are escaped, quotes
 * and backslashes among them: no text can end its literal.
 */
const quoted = (value: unknown): string =>
  value === null
    ? 'NULL'
    : `'${String(value).replace(/[^A-Za-z0-9 _.:@+-]+/gu, (odd) => Buffer.from(odd).toString('hex').replace(/../g, '\\x$&'))}'`;

function piecesOf(hole: unknown): readonly (string | Typed)[] {
  if (hole instanceof Sql) return hole.pieces;
  if (hole instanceof Typed) return [hole];
  throw new TypeError('A hole in SQL takes a fragment or typed(type, value), never a bare value');
}
