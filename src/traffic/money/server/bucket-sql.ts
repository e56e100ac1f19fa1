import type { PackageInfo } from '#platform/contract/package-info.ts';
import { type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';

/** Categories of reasons that are no invalid traffic but the same thing twice. */
const DUPLICATES = ['clk.duplicate', 'ins.duplicate', 'evt.duplicate'];

/** Events that are not paid for because of their verdict. */
export const invalidSql = ({ suspect_counts_as }: Pick<PackageInfo, 'suspect_counts_as'>): Sql =>
  suspect_counts_as === 'fraud' ? sql`verdict IN ('fraud', 'suspect')` : sql`verdict = 'fraud'`;

/**
 * Why an event is paid for or not: an event is in the first bucket that fits, so that they exclude each other and add up
 * to all. `valid`, `duplicate`, `out_of_window`, `over_cap`, `unapproved`, or `invalid.` and the category of its reason.
 */
export const bucketSql = (info: Pick<PackageInfo, 'suspect_counts_as'>): Sql => {
  const isInvalid = invalidSql(info);
  return sql`multiIf(
    handling_reason = 'duplicate' OR (${isInvalid} AND reason IN ${typed('Array(String)', DUPLICATES)}), 'duplicate',
    ${isInvalid}, concat('invalid.', splitByChar('.', toString(reason))[1]),
    handling_reason = 'out_of_window', 'out_of_window',
    handling = 'over', 'over_cap',
    handling IN ('blocked', 'ended', 'redirected', 'challenged'), 'unapproved',
    'valid')`;
};
