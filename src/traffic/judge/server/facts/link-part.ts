import type { Sql } from '#platform/server/clickhouse/sql.ts';

/** One way in which rows are held against others, and the facts it finds. */
export interface LinkPart {
  id: string;
  /** Facts it finds, with their types. */
  columns: Readonly<Record<string, string>>;
  /** Rows that have a key at all. */
  keyed: Sql;
  /** The key as one number. */
  key: Sql;
  /** Of the rows of one key: whether they may have a fact at all. Several rows may, when absent. */
  shared?: Sql;
  /** One row alone with its key may have one too. */
  alone?: true;
  /** Whether the package has anything to find it by; without it there is nothing to look at. */
  findable?: (packageName: string) => Sql;
  /**
   * Of a new row with its fact: whether a verdict of our rules may rest on it. The others are judged again only where a
   * rule of the package's own reads it.
   */
  weighs?: Sql;
  /**
   * From stored rows that share keys, in the shape of `traffic` with `link_key` beside: row_id, kind, ts, import_id,
   * and per fact its new value under its name and the stored one as `old_…`, which is named before the new one is: the
   * engine takes a name for the new value wherever it finds it beside it.
   */
  find: (rows: Sql, packageName: string) => Sql;
}
