import { and, asc, count, eq, ilike, ne, or } from 'drizzle-orm';
import type { SettlementSetting } from '#domains/agreements/contract/agreement.ts';
import { agreementAudit } from '#domains/agreements/contract/audit.ts';
import type { ListAsked, settlementEndpoints } from '#domains/agreements/contract/endpoints.ts';
import type { Out } from '#platform/contract/endpoint.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { containing } from '#platform/server/postgres/like.ts';
import { ownPackage } from '#traffic/money/server/price-store.ts';
import { type AgreementParts, changedAt, oneByOne } from './agreement-parts.ts';
import { settingView, type Tx } from './book.ts';
import { refuse } from './refuse.ts';
import { settlementSettingTable } from './tables.ts';

type NewSetting = Out<(typeof settlementEndpoints.add)['body']>;
type Edit = Out<(typeof settlementEndpoints.edit)['body']>;
type Row = typeof settlementSettingTable.$inferSelect;

/** Those of all publishers first. */
export async function listSettings(
  scope: Scope,
  { database: { db } }: AgreementParts,
  { package_name, search, page, limit }: ListAsked,
): Promise<{ rows: SettlementSetting[]; total: number }> {
  const pattern = search ? containing(search) : undefined;
  const { packageName, name, publisher } = settlementSettingTable;
  const where = and(
    eq(packageName, ownPackage(scope, package_name)),
    pattern ? or(ilike(name, pattern), ilike(publisher, pattern)) : undefined,
  );
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(settlementSettingTable)
      .where(where)
      .orderBy(asc(publisher))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(settlementSettingTable).where(where),
  ]);
  return { rows: rows.map(settingView), total: counted?.total ?? 0 };
}

export async function addSetting(
  scope: Scope,
  parts: AgreementParts,
  { package_name, ...body }: NewSetting,
): Promise<SettlementSetting> {
  const { package_name: packageName } = await parts.packageInfo(scope, ownPackage(scope, package_name));
  const now = parts.now();
  return parts.database.db.transaction(async (tx) => {
    const [row] = await tx
      .insert(settlementSettingTable)
      .values({ ...columnsOf(body), packageName, createdBy: scope.userName, createdAt: now, updatedAt: now })
      .onConflictDoNothing()
      .returning();
    if (!row) throw refuse('settlement_twice', {}, { as: 'conflict', field: 'publisher' });
    await audit(tx, scope, { action: agreementAudit.addSettlement, ...auditOf(row) });
    return settingView(row);
  });
}

export async function editSetting(
  scope: Scope,
  parts: AgreementParts,
  key: number,
  { updated_at: seen, ...body }: Edit,
): Promise<SettlementSetting> {
  const now = parts.now();
  return parts.database.db.transaction(async (tx) => {
    const before = await ownSetting(scope, tx, key);
    const updatedAt = changedAt(before.updatedAt, { seen, now });
    const same = and(
      eq(settlementSettingTable.packageName, before.packageName),
      eq(settlementSettingTable.publisher, body.publisher),
      ne(settlementSettingTable.key, key),
    );
    if ((await tx.select().from(settlementSettingTable).where(same)).length > 0)
      throw refuse('settlement_twice', {}, { as: 'conflict', field: 'publisher' });
    const [row] = await tx
      .update(settlementSettingTable)
      .set({ ...columnsOf(body), updatedAt })
      .where(eq(settlementSettingTable.key, key))
      .returning();
    if (!row) throw appError('not_found', { field: 'key' });
    await audit(tx, scope, { action: agreementAudit.editSettlement, ...auditOf(row) });
    return settingView(row);
  });
}

export async function removeSetting(scope: Scope, parts: AgreementParts, key: number): Promise<void> {
  await parts.database.db.transaction(async (tx) => {
    const row = await ownSetting(scope, tx, key);
    await tx.delete(settlementSettingTable).where(eq(settlementSettingTable.key, key));
    await audit(tx, scope, { action: agreementAudit.deleteSettlement, ...auditOf(row) });
  });
}

/** 404 for an unknown number, 403 for one of a foreign package; nobody else changes it now. */
async function ownSetting(scope: Scope, tx: Tx, key: number): Promise<Row> {
  const one = eq(settlementSettingTable.key, key);
  const [found] = await tx.select().from(settlementSettingTable).where(one);
  if (!found) throw appError('not_found', { field: 'key' });
  await oneByOne(tx, ownPackage(scope, found.packageName));
  // Somebody may have changed it while this waited.
  const [row] = await tx.select().from(settlementSettingTable).where(one);
  if (!row) throw appError('not_found', { field: 'key' });
  return row;
}

const columnsOf = (body: Omit<NewSetting, 'package_name'>) => ({
  name: body.name,
  publisher: body.publisher,
  cycle: body.cycle,
  dueDays: body.due_days,
  taxPercent: body.tax_percent,
  tolerance: body.tolerance,
  controlling: body.controlling,
  invalidAllowancePercent: body.invalid_allowance_percent,
  maxDeductionPercent: body.max_deduction_percent,
  minPayout: body.min_payout,
  invoicePrefix: body.invoice_prefix,
});

const auditOf = ({ key, name, packageName, publisher, cycle, taxPercent }: Row) => ({
  subject: name,
  package: packageName,
  details: { key, publisher: publisher || '*', cycle, tax_percent: taxPercent },
});
