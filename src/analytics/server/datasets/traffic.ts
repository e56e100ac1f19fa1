import { type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import { DIMENSION_SQL } from '#traffic/event/server/dimension-sql.ts';
import { TRAFFIC_TABLE } from '#traffic/event/server/traffic-where.ts';
import { type MoneySql, moneyText, sumOfMoney } from '#traffic/money/server/money-sql.ts';
import { DATASETS } from '../../contract/datasets.ts';
import { readingOf } from '../shared-reading.ts';
import { datasetSql, type Setting } from './dataset-sql.ts';
import { IS_SUSPECT, isClean, isFraud } from './of-verdict.ts';
import { wilsonLowSql } from './wilson-sql.ts';

const month = (column: Sql, { timeZone }: Setting): Sql => sql`toYYYYMM(${column}, ${typed('String', timeZone)})`;

/** Known bots lie outside of whatever is counted, but for their own figure. */
const IS_COUNTED = sql`verdict != 'filtered'`;

const amountsOf = (money: MoneySql, which: Sql): Sql => moneyText(sumOfMoney(money, which));

/** Events of all kinds with their verdicts. */
export const traffic = datasetSql(DATASETS.web_visit, {
  table: sql`traffic`,
  columns: { ...TRAFFIC_TABLE, dimensions: DIMENSION_SQL },
  measures: {
    total: () => sql`countIf(${IS_COUNTED})`,
    clean: (setting) => sql`countIf(${isClean(setting)})`,
    fraud: (setting) => sql`countIf(${isFraud(setting)})`,
    suspect: () => sql`countIf(${IS_SUSPECT})`,
    filtered: () => sql`countIf(verdict = 'filtered')`,
    unique_events: () => sql`uniqExactIf((event_name, person), ${IS_COUNTED})`,
    current_month: (setting) =>
      sql`countIf(${IS_COUNTED} AND ${month(sql`install_time`, setting)} = ${month(sql`ts`, setting)})`,
    spend: ({ money }) => amountsOf(money, IS_COUNTED),
    spend_assumed: ({ money }) => amountsOf(money, sql`${IS_COUNTED} AND ${money.assumed}`),
    cost_at_risk: (setting) => amountsOf(setting.money, isFraud(setting)),
    cost_at_risk_assumed: (setting) => amountsOf(setting.money, sql`${isFraud(setting)} AND ${setting.money.assumed}`),
    cost_suspect: ({ money }) => amountsOf(money, IS_SUSPECT),
    cost_suspect_assumed: ({ money }) => amountsOf(money, sql`${IS_SUSPECT} AND ${money.assumed}`),
  },
  order: {
    clean_percentage: sql`clean / total`,
    fraud_percentage: sql`fraud / total`,
    suspect_percentage: sql`suspect / total`,
    clean_low: wilsonLowSql(sql`clean`, sql`total`),
    wilson_low: wilsonLowSql(sql`fraud`, sql`total`),
  },
  stored: { verdict: sql`verdict` },
  readingOf,
});
