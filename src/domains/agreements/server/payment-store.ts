import { and, asc, count, eq, ilike, inArray, isNull, or, sql as pg } from 'drizzle-orm';
import type { PaymentModel } from '#domains/agreements/contract/agreement.ts';
import { agreementAudit } from '#domains/agreements/contract/audit.ts';
import type { ListAsked, paymentEndpoints } from '#domains/agreements/contract/endpoints.ts';
import type { Out } from '#platform/contract/endpoint.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { containing } from '#platform/server/postgres/like.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { ownPackage } from '#traffic/money/server/price-store.ts';
import { type AgreementParts, changedAt, oneByOne } from './agreement-parts.ts';
import { plain, type Tx } from './book.ts';
import { refuse } from './refuse.ts';
import { allTerms, requireSettledStay, type SettledUntil, settledUntil } from './settled-terms.ts';
import { paymentModelTable, paymentTermsTable, publisherPaymentTable } from './tables.ts';
import { requireUnambiguous } from './unambiguous.ts';

type NewPayment = Out<(typeof paymentEndpoints.add)['body']>;
type Edit = Out<(typeof paymentEndpoints.edit)['body']>;
type TermsOf = Omit<Edit, 'name' | 'updated_at'>;
type ModelRow = typeof paymentModelTable.$inferSelect;
type TermsRow = typeof paymentTermsTable.$inferSelect;

/** A model with its newest terms. */
const newest = and(
  eq(paymentTermsTable.key, paymentModelTable.key),
  eq(
    paymentTermsTable.version,
    pg`(SELECT max(v.version) FROM payment_terms v WHERE v.key = ${paymentModelTable.key})`,
  ),
);
const kept = (packageName: string) =>
  and(eq(paymentModelTable.packageName, packageName), isNull(paymentModelTable.removedAt));

export async function listPayments(
  scope: Scope,
  parts: AgreementParts,
  { package_name, search, page, limit }: ListAsked,
): Promise<{ rows: PaymentModel[]; total: number }> {
  const { db } = parts.database;
  const packageName = ownPackage(scope, package_name);
  const pattern = search ? containing(search) : undefined;
  const where = and(
    kept(packageName),
    pattern
      ? or(
          ilike(paymentModelTable.name, pattern),
          ilike(paymentTermsTable.model, pattern),
          ilike(paymentTermsTable.event, pattern),
        )
      : undefined,
  );
  const [rows, [counted], settled] = await Promise.all([
    db
      .select({ model: paymentModelTable, terms: paymentTermsTable })
      .from(paymentModelTable)
      .innerJoin(paymentTermsTable, newest)
      .where(where)
      .orderBy(asc(paymentModelTable.name), asc(paymentModelTable.key))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(paymentModelTable).innerJoin(paymentTermsTable, newest).where(where),
    settledUntil(parts, db, packageName),
  ]);
  return { rows: await viewsOf(db, rows, settled), total: counted?.total ?? 0 };
}

/** Of the whole package, whatever a page holds. */
export async function allPayments(scope: Scope, parts: AgreementParts, packageName: string): Promise<PaymentModel[]> {
  const { db } = parts.database;
  const rows = await db
    .select({ model: paymentModelTable, terms: paymentTermsTable })
    .from(paymentModelTable)
    .innerJoin(paymentTermsTable, newest)
    .where(kept(ownPackage(scope, packageName)))
    .orderBy(asc(paymentModelTable.name), asc(paymentModelTable.key));
  return viewsOf(db, rows, await settledUntil(parts, db, packageName));
}

export async function addPayment(
  scope: Scope,
  parts: AgreementParts,
  { package_name, name, ...terms }: NewPayment,
): Promise<PaymentModel> {
  const { package_name: packageName } = await parts.packageInfo(scope, ownPackage(scope, package_name));
  const now = parts.now();
  return parts.database.db.transaction(async (tx) => {
    const [model] = await tx
      .insert(paymentModelTable)
      .values({ packageName, name, createdBy: scope.userName, createdAt: now, updatedAt: now })
      .onConflictDoNothing()
      .returning();
    if (!model) throw refuse('payment_twice', {}, { as: 'conflict', field: 'name' });
    const row = await addTerms(tx, { key: model.key, version: 1, author: scope.userName, now }, terms);
    await audit(tx, scope, { action: agreementAudit.addPayment, ...auditOf(model, row) });
    return one(await viewsOf(tx, [{ model, terms: row }], await settledUntil(parts, tx, packageName)));
  });
}

/** The name changes at once; other terms are a version that counts from its first day on. */
export async function editPayment(
  scope: Scope,
  parts: AgreementParts,
  key: number,
  { name, updated_at: seen, ...terms }: Edit,
): Promise<PaymentModel> {
  const now = parts.now();
  return parts.database.db.transaction(async (tx) => {
    const before = await ownPayment(scope, tx, key);
    const { packageName } = before;
    const agreed = await allTerms(tx, packageName);
    const updatedAt = changedAt(before.updatedAt, { seen, now });
    const named = and(kept(packageName), eq(paymentModelTable.name, name));
    const [other] = await tx.select({ key: paymentModelTable.key }).from(paymentModelTable).where(named);
    if (other && other.key !== key) throw refuse('payment_twice', {}, { as: 'conflict', field: 'name' });
    const [last] = await tx.select().from(paymentTermsTable).where(lastTerms(key));
    if (!last) throw new Error('A payment model without terms');
    const isSame = JSON.stringify(termsOf(last)) === JSON.stringify(ordered(terms));
    const row = isSame
      ? last
      : await addTerms(tx, { key, version: last.version + 1, author: scope.userName, now }, terms);
    const [model] = await tx
      .update(paymentModelTable)
      .set({ name, updatedAt })
      .where(eq(paymentModelTable.key, key))
      .returning();
    if (!model) throw appError('not_found', { field: 'key' });
    await requireUnambiguous(tx, packageName, ({ payment_model }) => payment_model === key, {
      twice: 'valid_from',
      ofAll: terms.fixed === null ? 'min_guarantee' : 'fixed',
    });
    await requireSettledStay(parts, tx, packageName, { before: agreed });
    await audit(tx, scope, { action: agreementAudit.editPayment, ...auditOf(model, row) });
    return one(await viewsOf(tx, [{ model, terms: row }], await settledUntil(parts, tx, packageName)));
  });
}

/** Settlements keep the terms they used; while publishers are paid by it, it stays. */
export async function removePayment(scope: Scope, parts: AgreementParts, key: number): Promise<void> {
  await parts.database.db.transaction(async (tx) => {
    const model = await ownPayment(scope, tx, key);
    const paid = await tx
      .selectDistinct({ publisher: publisherPaymentTable.publisher })
      .from(publisherPaymentTable)
      .where(and(eq(publisherPaymentTable.paymentModel, key), isNull(publisherPaymentTable.removedAt)))
      .orderBy(asc(publisherPaymentTable.publisher));
    if (paid.length > 0)
      throw refuse('payment_used', { publishers: namesOf(paid.map(({ publisher }) => publisher)) }, { as: 'conflict' });
    await tx.update(paymentModelTable).set({ removedAt: parts.now() }).where(eq(paymentModelTable.key, key));
    await audit(tx, scope, {
      action: agreementAudit.deletePayment,
      subject: model.name,
      package: model.packageName,
      details: { key },
    });
  });
}

const MOST_NAMED = 5;

/** A few of the names; every source is `*`. */
const namesOf = (publishers: readonly string[]): string =>
  publishers
    .slice(0, MOST_NAMED)
    .map((name) => name || '*')
    .join(', ') + (publishers.length > MOST_NAMED ? ' …' : '');

/** 404 for an unknown number or one that was taken out, 403 for one of a foreign package; nobody else changes it now. */
async function ownPayment(scope: Scope, tx: Tx, key: number): Promise<ModelRow> {
  const one = and(eq(paymentModelTable.key, key), isNull(paymentModelTable.removedAt));
  const [found] = await tx.select().from(paymentModelTable).where(one);
  if (!found) throw appError('not_found', { field: 'key' });
  await oneByOne(tx, ownPackage(scope, found.packageName));
  // Somebody may have changed it while this waited.
  const [row] = await tx.select().from(paymentModelTable).where(one);
  if (!row) throw appError('not_found', { field: 'key' });
  return row;
}

const lastTerms = (key: number) =>
  and(
    eq(paymentTermsTable.key, key),
    eq(paymentTermsTable.version, pg`(SELECT max(v.version) FROM payment_terms v WHERE v.key = ${key})`),
  );

async function addTerms(
  tx: Tx,
  { key, version, author, now }: { key: number; version: number; author: string; now: Date },
  terms: TermsOf,
): Promise<TermsRow> {
  const { order_status, tiers_apply, min_guarantee, valid_from, valid_to, ...rest } = terms;
  const [row] = await tx
    .insert(paymentTermsTable)
    .values({
      ...rest,
      key,
      version,
      author,
      createdAt: now,
      orderStatus: order_status,
      tiersApply: tiers_apply,
      minGuarantee: min_guarantee,
      validFrom: valid_from,
      validTo: valid_to,
    })
    .returning();
  if (!row) throw new Error('Terms were not stored');
  return row;
}

const amount = (text: string | null): string | null => (text === null ? null : plain(text));

const termsOf = (row: TermsRow) =>
  ordered({
    model: row.model,
    event: row.event,
    rate: row.rate,
    percent: row.percent,
    fixed: row.fixed,
    currency: row.currency,
    order_status: row.orderStatus,
    tiers: row.tiers,
    tiers_apply: row.tiersApply,
    min_guarantee: row.minGuarantee,
    valid_from: row.validFrom,
    valid_to: row.validTo,
  });

/** One way to write the same terms, so that two of them can be compared. */
const ordered = (terms: TermsOf): TermsOf => ({
  model: terms.model,
  event: terms.event,
  rate: amount(terms.rate),
  percent: amount(terms.percent),
  fixed: amount(terms.fixed),
  currency: terms.currency,
  order_status: terms.order_status,
  tiers: terms.tiers.map(({ up_to, rate }) => ({ up_to, rate: plain(rate) })),
  tiers_apply: terms.tiers_apply,
  min_guarantee: amount(terms.min_guarantee),
  valid_from: terms.valid_from,
  valid_to: terms.valid_to,
});

async function viewsOf(
  db: Database['db'] | Tx,
  rows: readonly { model: ModelRow; terms: TermsRow }[],
  settled: SettledUntil,
): Promise<PaymentModel[]> {
  if (rows.length === 0) return [];
  const keys = rows.map(({ model }) => model.key);
  const used = await db
    .select({ key: publisherPaymentTable.paymentModel, n: pg<number>`count(DISTINCT publisher)::int` })
    .from(publisherPaymentTable)
    .where(and(inArray(publisherPaymentTable.paymentModel, keys), isNull(publisherPaymentTable.removedAt)))
    .groupBy(publisherPaymentTable.paymentModel);
  const publishers = new Map(used.map(({ key, n }) => [key, n]));
  return rows.map(({ model, terms }) => ({
    key: model.key,
    package_name: model.packageName,
    name: model.name,
    ...termsOf(terms),
    version: terms.version,
    publishers: publishers.get(model.key) ?? 0,
    settled_until: settled.models.get(model.key) ?? null,
    created_by: model.createdBy,
    updated_at: model.updatedAt.toISOString(),
  }));
}

const auditOf = ({ key, name, packageName }: ModelRow, terms: TermsRow) => {
  const { model, event, rate, percent, fixed, currency, valid_from } = termsOf(terms);
  return {
    subject: name,
    package: packageName,
    details: { key, version: terms.version, model, event, rate, percent, fixed, currency, from: valid_from },
  };
};

function one(views: readonly PaymentModel[]): PaymentModel {
  const [view] = views;
  if (!view) throw new Error('A payment model was not stored');
  return view;
}
