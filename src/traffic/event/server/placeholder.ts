import { type Sql, sql, trusted } from '#platform/server/clickhouse/sql.ts';

/** What programs write where they know no id. */
const NOTHING = `'(?i)^(?:-|null|none|n/?a|nil|undefined|unknown|false|true|test|\\\\(null\\\\)|\\\\(none\\\\)|not set|\\\\(not set\\\\))$'`;
/** A macro nobody replaced: `{click_id}`, `[CLICKID]`, `%%CLICK%%`, `__CLICKID__`, `<id>`. */
const MACRO = `'^(?:\\\\$?\\\\{+.*\\\\}+|\\\\[.*\\\\]|<.*>|%+[A-Za-z_]+%+|__.+__)$'`;

/**
 * Whether an id names nothing: a word for "none", a macro nobody replaced, zeros, or one character four times and more
 * (1111…, ffff-ffff): 7 and 22 are numbers of orders. Events that carry it have nothing in common.
 */
export function isPlaceholder(column: string): Sql {
  const id = trusted(`trimBoth(toString(${column}))`);
  const bare = sql`replaceAll(${id}, '-', '')`;
  return sql`(match(${id}, ${trusted(NOTHING)}) OR match(${id}, ${trusted(MACRO)})
    OR match(${bare}, '^0+$') OR (length(${bare}) > 3 AND ${bare} = repeat(substring(${bare}, 1, 1), length(${bare}))))`;
}
