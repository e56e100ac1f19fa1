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
import { monthsOf, type Period } from './basis.ts';
import { requireDigits } from './entered-store.ts';
import { inOne } from './in-one.ts';
import type { SettlementParts } from './payout.ts';
import { refuse } from './refuse.ts';
import { type RoasPart, roasRows } from './roas.ts';
import { finalBegunIn } from './settled.ts';
import { adSpendTable } from './tables.ts';

/** Return on ad spend of the months that some days lie in, whole months: a spend is of a month. */
export async function roasOf(
  scope: Scope,
  parts: SettlementParts,
  info: PackageInfo,
  { from, to }: Period,
): Promise<RoasRow[]> {
  ownPackage(scope, info.package_name);
  const months = monthsOf({ from, to });
  const question = await asked(scope, parts, info, months);
  const [costs, revenues, entered, deducted] = await Promise.all([
    costsOf(parts, info, question),
    revenuesOf(parts, info, question),
    enteredIn(parts, info, months),
    deductedIn(parts, info, months),
  ]);
  return roasRows([...costs, ...revenues, ...entered, ...deducted], info.currency);
}

/** What events cost, by source, campaign and month, before and after it is converted by the rate of the day. */
async function costsOf(
  { clickhouse }: SettlementParts,
  info: PackageInfo,
  { money, where, options }: Question,
): Promise<RoasPart[]> {
  const isInvalid = invalidSql(info);
  const { amount, currency, said } = money;
  const rows = await clickhouse.query<Grouped<'spent' | 'at_risk' | 'spent_said'>>(
    sql`SELECT ${groupsOf(info)}, toString(${said.currency}) AS said_as, toString(${currency}) AS stands_as,
        toString(sum(${amount})) AS spent, toString(sumIf(${amount}, ${isInvalid})) AS at_risk,
        toString(sum(${said.amount})) AS spent_said
      FROM traffic WHERE ${where} GROUP BY publisher, campaign, month, said_as, stands_as HAVING sum(${amount}) != 0`,
    options,
  );
  return rows.map(({ spent, at_risk, spent_said, ...group }) => ({
    ...ofGroup(group, info),
    spent: { amount: spent, said: spent_said },
    at_risk,
  }));
}

/** What they earned. */
async function revenuesOf(
  { clickhouse }: SettlementParts,
  info: PackageInfo,
  { money, where, options }: Question,
): Promise<RoasPart[]> {
  const isValid = sql`NOT (${invalidSql(info)})`;
  const { amount, currency } = money.earned;
  const rows = await clickhouse.query<Grouped<'earned' | 'clean' | 'earned_said' | 'clean_said'>>(
    sql`SELECT ${groupsOf(info)}, toString(currency) AS said_as, toString(${currency}) AS stands_as,
        toString(sum(${amount})) AS earned, toString(sumIf(${amount}, ${isValid})) AS clean,
        toString(sum(revenue)) AS earned_said, toString(sumIf(revenue, ${isValid})) AS clean_said
      FROM traffic WHERE ${where} GROUP BY publisher, campaign, month, said_as, stands_as HAVING sum(revenue) != 0`,
    options,
  );
  return rows.map(({ earned, clean, earned_said, clean_said, ...group }) => ({
    ...ofGroup(group, info),
    earned: { amount: earned, said: earned_said },
    clean: { amount: clean, said: clean_said },
  }));
}

type Grouped<N extends string> = Record<'publisher' | 'campaign' | 'month' | 'said_as' | 'stands_as' | N, string>;

const groupsOf = ({ time_zone }: PackageInfo) =>
  sql`toString(publisher) AS publisher, toString(campaign) AS campaign,
    formatDateTime(ts, '%Y-%m', ${typed('String', time_zone)}) AS month`;

const ofGroup = ({ said_as, stands_as, ...of }: Grouped<never>, { currency }: PackageInfo) => ({
  ...of,
  said_in: said_as === '' ? currency : said_as,
  currency: stands_as === '' ? currency : stands_as,
});

/** What is asked of the events that somebody is paid for. */
export async function asked(scope: Scope, stores: SettlementParts, info: PackageInfo, { from, to }: Period) {
  const filter = { package: info.package_name, kinds: [], from, to, timeZone: info.time_zone, where: {} };
  return {
    money: await moneyOf(stores, info, { from, to }),
    where: sql`${trafficWhere(scope, filter)} AND verdict != 'filtered' AND NOT ${IS_UNPAID}`,
    options: { tag: 'roas', settings: OF_COLUMNS },
  };
}

type Question = Awaited<ReturnType<typeof asked>>;

async function enteredIn({ database }: SettlementParts, info: PackageInfo, months: Period): Promise<RoasPart[]> {
  const rows = await database.db
    .select()
    .from(adSpendTable)
    .where(
      and(
        eq(adSpendTable.packageName, info.package_name),
        gte(adSpendTable.month, months.from),
        lte(adSpendTable.month, months.to),
      ),
    );
  const spends = rows.map(({ publisher, campaign, month, currency, amount }) => ({
    publisher,
    campaign,
    month: month.slice(0, 7),
    currency,
    amount,
  }));
  return (await inOne(database, info, spends)).map(({ amount, said, ...of }) => ({ ...of, entered: { amount, said } }));
}

/** What approved reports deduct, in the month their period begins in. */
async function deductedIn({ database }: SettlementParts, info: PackageInfo, months: Period): Promise<RoasPart[]> {
  const reports = await finalBegunIn(database.db, info.package_name, months);
  const amounts = reports.flatMap(({ periodFrom, rows }) =>
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
  return (await inOne(database, info, amounts)).map(({ amount, said, ...of }) => ({ ...of, saved: { amount, said } }));
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
  requireDigits(amount, currency);
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
