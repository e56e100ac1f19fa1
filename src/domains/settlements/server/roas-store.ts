import { and, eq, gte, lte } from 'drizzle-orm';
import { settlementAudit } from '#domains/settlements/contract/audit.ts';
import type { RoasRow, roasEndpoints } from '#domains/settlements/contract/settlement-endpoints.ts';
import type { Out } from '#platform/contract/endpoint.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';
import { invalidSql } from '#traffic/money/server/bucket-sql.ts';
import { moneyOf } from '#traffic/money/server/load-money.ts';
import { IS_UNPAID, OF_COLUMNS } from '#traffic/money/server/money-sql.ts';
import { ownPackage } from '#traffic/money/server/price-store.ts';
import type { Period } from './basis.ts';
import type { SettlementParts } from './payout.ts';
import { refuse } from './refuse.ts';
import { type Cost, type Deducted, type Entered, type Revenue, roasRows } from './roas.ts';
import { finalBegunIn } from './settled.ts';
import { adSpendTable } from './tables.ts';

/** Return on ad spend of the months that some days lie in, whole months: a spend is of a month. */
export async function roasOf(
  scope: Scope,
  parts: SettlementParts,
  info: PackageInfo,
  { from, to }: Period,
): Promise<RoasRow[]> {
  const packageName = ownPackage(scope, info.package_name);
  const months = monthsOf({ from, to });
  const [{ costs, revenues }, entered, deducted] = await Promise.all([
    sumsOf(scope, parts, info, months),
    enteredIn(parts, packageName, months),
    deductedIn(parts, packageName, months),
  ]);
  return roasRows({ costs, revenues, entered, deducted });
}

/** The whole months that some days lie in. */
export const monthsOf = ({ from, to }: Period): Period => ({ from: `${from.slice(0, 7)}-01`, to: lastDayOf(to) });

const lastDayOf = (day: string): string => {
  const [year = 1970, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
};

/** What events cost and earned, by source, campaign and month. */
export async function sumsOf(
  scope: Scope,
  { clickhouse, database }: SettlementParts,
  info: PackageInfo,
  { from, to }: Period,
): Promise<{ costs: Cost[]; revenues: Revenue[] }> {
  const money = await moneyOf({ clickhouse, database }, info, { from, to });
  const filter = { package: info.package_name, kinds: [], from, to, timeZone: info.time_zone, where: {} };
  const where = sql`${trafficWhere(scope, filter)} AND verdict != 'filtered' AND NOT ${IS_UNPAID}`;
  const month = sql`formatDateTime(ts, '%Y-%m', ${typed('String', info.time_zone)})`;
  const options = { tag: 'roas', settings: OF_COLUMNS };
  const isInvalid = invalidSql(info);
  const [costs, revenues] = await Promise.all([
    clickhouse.query<Cost & { spent_in: string }>(
      sql`SELECT toString(publisher) AS publisher, toString(campaign) AS campaign, ${month} AS month,
          toString(${money.currency}) AS spent_in, toString(sum(${money.amount})) AS spent,
          toString(sumIf(${money.amount}, ${isInvalid})) AS at_risk
        FROM traffic WHERE ${where} GROUP BY publisher, campaign, month, spent_in HAVING sum(${money.amount}) != 0`,
      options,
    ),
    clickhouse.query<Revenue & { earned_in: string }>(
      sql`SELECT toString(publisher) AS publisher, toString(campaign) AS campaign, ${month} AS month,
          toString(currency) AS earned_in, toString(sum(revenue)) AS earned,
          toString(sumIf(revenue, NOT (${isInvalid}))) AS clean
        FROM traffic WHERE ${where} GROUP BY publisher, campaign, month, earned_in HAVING sum(revenue) != 0`,
      options,
    ),
  ]);
  const code = (text: string): string => (text === '' ? info.currency : text);
  return {
    costs: costs.map(({ spent_in, ...row }) => ({ ...row, currency: code(spent_in) })),
    revenues: revenues.map(({ earned_in, ...row }) => ({ ...row, currency: code(earned_in) })),
  };
}

async function enteredIn({ database }: SettlementParts, packageName: string, months: Period): Promise<Entered[]> {
  const rows = await database.db
    .select()
    .from(adSpendTable)
    .where(
      and(
        eq(adSpendTable.packageName, packageName),
        gte(adSpendTable.month, months.from),
        lte(adSpendTable.month, months.to),
      ),
    );
  return rows.map(({ publisher, campaign, month, currency, amount }) => ({
    publisher,
    campaign,
    month: month.slice(0, 7),
    currency,
    amount,
  }));
}

/** What approved reports deduct, in the month their period begins in. */
async function deductedIn({ database }: SettlementParts, packageName: string, months: Period): Promise<Deducted[]> {
  const reports = await finalBegunIn(database.db, packageName, months);
  return reports.flatMap(({ periodFrom, rows }) =>
    rows
      .filter(({ deductions }) => Number(deductions) !== 0)
      .map(({ publisher, campaign, currency, deductions }) => ({
        publisher,
        campaign,
        month: periodFrom.slice(0, 7),
        currency,
        amount: deductions,
      })),
  );
}

type Wanted = Out<(typeof roasEndpoints.add)['body']>;

/** The spend of a month; the same month again replaces it. */
export async function setSpend(
  scope: Scope,
  { database, packageInfo, now }: SettlementParts,
  { package_name, publisher, campaign, month, amount, currency }: Wanted,
): Promise<{ id: number }> {
  const packageName = ownPackage(scope, package_name);
  await packageInfo(scope, packageName);
  const said = { amount, currency, author: scope.userName, createdAt: now() };
  return database.db.transaction(async (tx) => {
    const [row] = await tx
      .insert(adSpendTable)
      .values({ packageName, publisher, campaign, month: `${month}-01`, ...said })
      .onConflictDoUpdate({
        target: [adSpendTable.packageName, adSpendTable.publisher, adSpendTable.campaign, adSpendTable.month],
        set: said,
      })
      .returning({ id: adSpendTable.id });
    if (!row) throw new Error('A spend was not stored');
    await audit(tx, scope, {
      action: settlementAudit.addSpend,
      subject: subjectOf(publisher, campaign),
      package: packageName,
      details: { id: row.id, month, amount, currency },
    });
    return row;
  });
}

const subjectOf = (publisher: string, campaign: string): string =>
  [publisher, campaign]
    .filter((part) => part !== '')
    .join(' / ')
    .slice(0, 400);

export async function removeSpend(
  scope: Scope,
  { database }: SettlementParts,
  { package_name, publisher, campaign, month }: Out<(typeof roasEndpoints.remove)['query']>,
): Promise<{ removed: number }> {
  const packageName = ownPackage(scope, package_name);
  return database.db.transaction(async (tx) => {
    const removed = await tx
      .delete(adSpendTable)
      .where(
        and(
          eq(adSpendTable.packageName, packageName),
          eq(adSpendTable.publisher, publisher),
          eq(adSpendTable.campaign, campaign),
          eq(adSpendTable.month, `${month}-01`),
        ),
      )
      .returning({ amount: adSpendTable.amount, currency: adSpendTable.currency });
    const [row] = removed;
    if (!row) throw refuse('no_such_spend', {}, { as: 'not_found', field: 'month' });
    await audit(tx, scope, {
      action: settlementAudit.deleteSpend,
      subject: subjectOf(publisher, campaign),
      package: packageName,
      details: { month, ...row },
    });
    return { removed: removed.length };
  });
}
