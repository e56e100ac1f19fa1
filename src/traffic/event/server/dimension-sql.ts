import { joinSql, type Sql, sql, trusted } from '#platform/server/clickhouse/sql.ts';
import { type ComputedDimension, DIMENSION_NAMES, type DimensionName } from '#traffic/event/contract/dimensions.ts';
import { topicPattern, UNSAFE_TOPIC_NAMES } from '#traffic/event/contract/surroundings.ts';
import { paymentSql } from './payment-sql.ts';

/** The topic of `topicOf`, by the same patterns. */
const topicSql = joinSql(
  UNSAFE_TOPIC_NAMES.map((topic) => trusted(`match(lower(content_category), '${topicPattern(topic)}'), '${topic}'`)),
  ', ',
);
const UNSAFE_TOPIC = sql`multiIf(${topicSql}, '')`;

const COMPUTED: Record<ComputedDimension, Sql> = {
  country: sql`if(ip_country != '', ip_country, declared_country)`,
  verdict: sql`toString(verdict)`,
  reason_group: sql`splitByChar('.', reason)[1]`,
  safety: sql`multiIf(content_category = '', '', ${UNSAFE_TOPIC} != '', 'unsafe', 'safe')`,
  unsafe_topic: UNSAFE_TOPIC,
  // As packages usually count: a suspect event is paid for.
  payment: paymentSql(sql`verdict = 'fraud'`),
  decision: sql`toString(decision)`,
};

const computed: Partial<Record<DimensionName, Sql>> = COMPUTED;

/** The expression of every dimension over the columns of `traffic`; always text, empty when not reported. */
export const DIMENSION_SQL = Object.fromEntries(
  DIMENSION_NAMES.map((name) => [name, computed[name] ?? trusted(name)]),
) as Record<DimensionName, Sql>;
