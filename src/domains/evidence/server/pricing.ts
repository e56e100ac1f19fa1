import type { AmountsFrom } from '#domains/evidence/contract/evidence.ts';
import type { PayoutLines, SettledBook, SettledReport } from '#domains/settlements/contract/settled-book.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { type AmountsOf, amountsBy } from './amounts.ts';
import type { Subject } from './scope-sql.ts';

type Db = Database['db'];
type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

export interface PricingDeps {
  database: Database;
  settledBook: Pick<SettledBook<Db, Tx>, 'reports'>;
  payoutLines: PayoutLines<Scope>;
}

/** How the events of a subject are priced. */
export interface Pricing {
  from: Exclude<AmountsFrom, 'none'>;
  /** The payout report, where there is one of exactly these days. */
  report: SettledReport | undefined;
  amountsOf: AmountsOf;
}

/**
 * By the report of exactly these days; of others by the lines the payout page has for them, so that currencies and
 * roundings are those the publisher is paid by.
 * @throws not_found where a named payout report is not the publisher's of these days
 */
export async function pricingOf(
  scope: Scope,
  { database: { db }, settledBook, payoutLines }: PricingDeps,
  info: PackageInfo,
  subject: Subject & { settlementId: number | null },
): Promise<Pricing> {
  const { publisher, periodFrom: from, periodTo: to, settlementId } = subject;
  const days = { from, to };
  const reports = await settledBook.reports(db, info.package_name, {
    publisher,
    ...days,
    ...(settlementId === null ? {} : { ids: [settlementId] }),
  });
  const report = reports.find((each) => each.period_from === from && each.period_to === to);
  if (settlementId !== null && !report) throw appError('not_found', { field: 'settlement_id' });
  if (report) return { from: 'payout', report, amountsOf: amountsBy(report.rows) };
  const rows = await payoutLines(scope, info, { publisher, ...days });
  return { from: 'terms', report, amountsOf: amountsBy(rows) };
}
