import type { PackageInfo } from '#platform/contract/package-info.ts';
import { type Sql, sql } from '#platform/server/clickhouse/sql.ts';
import { paymentSql } from '#traffic/event/server/payment-sql.ts';

/** Events that are not paid for because of their verdict. */
export const invalidSql = ({ suspect_counts_as }: Pick<PackageInfo, 'suspect_counts_as'>): Sql =>
  suspect_counts_as === 'fraud' ? sql`verdict IN ('fraud', 'suspect')` : sql`verdict = 'fraud'`;

/** Why an event is paid for or not (`paymentSql`), of invalid ones with the category of the reason: `invalid.bot`. */
export const bucketSql = (info: Pick<PackageInfo, 'suspect_counts_as'>): Sql => {
  const payment = paymentSql(invalidSql(info));
  return sql`if(${payment} = 'invalid', concat('invalid.', splitByChar('.', toString(reason))[1]), ${payment})`;
};
