import { fieldOf } from '#platform/contract/condition-predicate.ts';
import type { SqlField } from '#platform/server/clickhouse/condition-sql.ts';
import { EVENT_ROW_FIELDS } from '#traffic/event/contract/fields.ts';

/** Fields of conditions as columns of `traffic`; the kind is an Enum there and compares as text. */
export const TRAFFIC_SQL_FIELDS: Readonly<Record<string, SqlField>> = {
  ...EVENT_ROW_FIELDS,
  kind: { valueType: 'string', expression: 'toString(kind)' },
};

/** A field of the event by its own name, for a SELECT list. */
export const columnOfField = (name: string): string => {
  const { expression } = fieldOf(name, TRAFFIC_SQL_FIELDS);
  return expression ? `${expression} AS ${name}` : name;
};
