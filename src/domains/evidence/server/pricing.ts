import type { AmountsFrom } from '#domains/evidence/contract/evidence.ts';
import type { SettledBook, SettledReport } from '#domains/settlements/contract/settled-book.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { LoadMoney } from '#traffic/money/server/load-money.ts';
import type { MoneySql } from '#traffic/money/server/money-sql.ts';
import { type AmountOf, byPayout, byTerms } from './amounts.ts';
import type { Subject } from './scope-sql.ts';

type Db = Database['db'];
type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

export interface PricingDeps {
  database: Database;
  moneyOf: LoadMoney;
  settledBook: Pick<SettledBook<Db, Tx>, 'reports'>;
}

/** How the events of a subject are priced. */
export interface Pricing {
  from: Exclude<AmountsFrom, 'none'>;
  /** The payout report, where there is one of exactly these days. */
  report: SettledReport | undefined;
  amountOf: AmountOf;
  /** What events cost as agreed, as they say themselves, or by a price. */
  money: MoneySql;
}

/** @throws not_found where a named payout report is not the publisher's of these days */
export async function pricingOf(
  { database: { db }, moneyOf, settledBook }: PricingDeps,
  info: PackageInfo,
  subject: Subject & { settlementId: number | null },
): Promise<Pricing> {
  const { publisher, periodFrom: from, periodTo: to, settlementId } = subject;
  const days = { from, to };
  const [reports, money] = await Promise.all([
    settledBook.reports(db, info.package_name, {
      publisher,
      ...days,
      ...(settlementId === null ? {} : { ids: [settlementId] }),
    }),
    moneyOf(info, days),
  ]);
  const report = reports.find((each) => each.period_from === from && each.period_to === to);
  if (settlementId !== null && !report) throw appError('not_found', { field: 'settlement_id' });
  if (report) return { from: 'payout', report, amountOf: byPayout(report.rows), money };
  return { from: 'terms', report, amountOf: byTerms, money };
}
