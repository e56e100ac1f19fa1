import { joinSql, type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import { SOURCE_FAMILIES, type SourceFamily } from '#traffic/event/contract/source-families.ts';

const cases = Object.entries(SOURCE_FAMILIES).flatMap(([family, kinds]) =>
  kinds.map((kind): [string, string] => [kind, family]),
);

/** The family of a row, by its kind. */
export const FAMILY_SQL: Sql = sql`transform(toString(kind), ${typed(
  'Array(String)',
  cases.map(([kind]) => kind),
)}, ${typed(
  'Array(String)',
  cases.map(([, family]) => family),
)}, '')`;

/** The same as a number, cheap to group by: 0 for none. */
export const FAMILY_CODE_SQL: Sql = sql`multiIf(${joinSql(
  Object.values(SOURCE_FAMILIES).map(
    (kinds, index) => sql`kind IN ${typed('Array(String)', [...kinds])}, ${trusted(String(index + 1))}`,
  ),
  ', ',
)}, 0)`;

export const isFamily = (text: string): text is SourceFamily => Object.hasOwn(SOURCE_FAMILIES, text);

/** What is reported as the publisher of traffic nobody pays for. */
export const isOrganic = (publisher: string): boolean => publisher.toLowerCase() === 'organic';

/** Traffic nobody pays for, or that a person vouched for: what the rest is compared with. */
export const TRUSTED_SQL = trusted(
  "(lower(toString(publisher)) = 'organic' OR lower(toString(install_type)) = 'organic' OR whitelist_id != 0)",
);
