import { createHash } from 'node:crypto';
import { CREDITED_KINDS, type CreditedKind } from '#domains/reattribution/contract/changes.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { pricesOf } from '#traffic/money/server/load-money.ts';
import { OF_COLUMNS } from '#traffic/money/server/money-sql.ts';
import { ownPackage } from '#traffic/money/server/price-store.ts';
import { conversionsSql } from './conversions-sql.ts';
import { type Period, zonesOf } from './import-zones.ts';
import type { SummaryParts } from './summary.ts';

const DIGITS = 12;

/**
 * A text that is another one when a report of these days would say anything else: whatever changed it, a decision, a
 * late file, a verdict of the source or an agreement.
 */
export async function outcomeOf(
  scope: Scope,
  { database, clickhouse, agreementBook }: SummaryParts,
  info: PackageInfo,
  asked: Period & { kind: CreditedKind },
): Promise<string> {
  const name = ownPackage(scope, info.package_name);
  const zones = await zonesOf(scope, database, name);
  const agreed = await agreementBook.inForce(database.db, name, asked);
  const prices = await pricesOf(database, name);
  const question = conversionsSql(scope, { info, ...asked, kinds: CREDITED_KINDS[asked.kind], zones });
  const seen = await clickhouse.query<{ rows: string; sum: string }>(
    sql`SELECT toString(count()) AS rows, toString(sum(cityHash64(*))) AS sum FROM (${question})`,
    { tag: 'reattribution-outcome', lane: 'heavy', settings: OF_COLUMNS },
  );
  return createHash('sha256')
    .update(JSON.stringify([agreed, prices, seen]))
    .digest('hex')
    .slice(0, DIGITS);
}
