import { type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';

/** Reasons that are no invalid traffic but the same thing twice. */
const DUPLICATES = ['clk.duplicate', 'ins.duplicate', 'evt.duplicate'];

/**
 * Why an event is paid for or not: an event is in the first that fits, so that they exclude each other and add up to
 * all. `duplicate`, `invalid`, `out_of_window`, `over_cap`, `unapproved`, or `valid`; what a person has marked clean is
 * no duplicate. `isInvalid`: by its verdict.
 */
export const paymentSql = (isInvalid: Sql): Sql => sql`multiIf(
    (handling_reason = 'duplicate' AND decision != 'clean') OR (${isInvalid} AND reason IN ${typed('Array(String)', DUPLICATES)}), 'duplicate',
    ${isInvalid}, 'invalid',
    handling_reason = 'out_of_window', 'out_of_window',
    handling = 'over', 'over_cap',
    handling IN ('blocked', 'ended', 'redirected', 'challenged'), 'unapproved',
    'valid')`;
