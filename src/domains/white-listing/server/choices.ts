import { kindsOfType } from '#analytics/contract/dashboard-kinds.ts';
import type { DashboardType } from '#platform/contract/dashboard-types.ts';
import { addDays } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { requirePackage, type Scope } from '#platform/server/access/scope.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { joinSql, type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import { lastDay } from '#traffic/event/server/newest-day.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';
import { coverageOf } from '#traffic/white-list/server/coverage.ts';
import { activeRule, type WhiteListStores } from '#traffic/white-list/server/white-list.ts';
import { RULE_FIELDS, type RuleBody } from '../contract/endpoints.ts';
import { categoriesOf, conditionOf } from './rule-condition.ts';

/** Days of data that choices and previews cover. */
const DAYS = 30;
const CHOICES = 200;

/** Who asks about which events of a package. */
export interface Asked {
  scope: Scope;
  info: PackageInfo;
  analysis?: DashboardType | undefined;
  signal?: AbortSignal | undefined;
}

async function latelyOf(ch: ClickHouse, { scope, info, analysis }: Asked): Promise<Sql> {
  const to = await lastDay(ch, info);
  return trafficWhere(scope, {
    package: requirePackage(scope, info.package_name),
    kinds: analysis ? kindsOfType(info.platform, analysis) : [],
    from: addDays(to, 1 - DAYS),
    to,
    timeZone: info.time_zone,
    where: {},
  });
}

const optionsOf = ({ signal }: Asked) => ({ tag: 'white-listing', ...(signal ? { signal } : {}) });

const EXPRESSION = {
  fraud_category: sql`splitByChar('.', toString(reason))[1]`,
  publisher: sql`toString(publisher)`,
  campaign: sql`toString(campaign)`,
  sub_publisher: sql`toString(sub_publisher)`,
};

/** Values of a field, the most frequent first. */
export async function valuesOf(ch: ClickHouse, asked: Asked, field: keyof typeof EXPRESSION, search = '') {
  const where = await latelyOf(ch, asked);
  return ch.query<{ value: string; events: number }>(
    sql`SELECT ${EXPRESSION[field]} AS value, count() AS events FROM traffic
      WHERE ${where} AND value != '' AND positionCaseInsensitiveUTF8(value, ${typed('String', search)}) > 0
      GROUP BY value ORDER BY events DESC, value LIMIT ${typed('UInt16', CHOICES)}`,
    optionsOf(asked),
  );
}

/** Fields that some event has a value of. */
export async function fieldsOf(ch: ClickHouse, asked: Asked) {
  const where = await latelyOf(ch, asked);
  const columns = RULE_FIELDS.map((field) => (field === 'fraud_category' ? 'reason' : field));
  const counts = columns.map((column) =>
    column === 'ip' ? sql`countIf(ip != toIPv6('::'))` : sql`countIf(toString(${trusted(column)}) != '')`,
  );
  const [row] = await ch.query<{ counts: number[] }>(
    sql`SELECT [${joinSql(counts, ', ')}] AS counts FROM traffic WHERE ${where}`,
    optionsOf(asked),
  );
  const found = (row?.counts ?? []).map(Number);
  return RULE_FIELDS.map((value, index) => ({ value, events: found[index] ?? 0 })).filter(({ events }) => events > 0);
}

/** What a rule would make clean of what is stored, beside what there is and what the list clears already. */
export async function previewOf(stores: WhiteListStores, asked: Asked, body: RuleBody) {
  const packageName = requirePackage(asked.scope, asked.info.package_name);
  const where = await latelyOf(stores.clickhouse, { ...asked, analysis: undefined });
  const entry = { condition: conditionOf(asked.info, body), categories: [...categoriesOf(body)] };
  const stored = await activeRule(stores.database, packageName, { analysis: body.analysis, name: body.rule_name });
  return coverageOf(stores, { package: packageName, where, entry, changed: stored?.id }, optionsOf(asked));
}
