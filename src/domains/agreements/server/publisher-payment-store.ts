import { and, asc, count, eq, ilike, isNull, or, sql as pg } from 'drizzle-orm';
import type { PublisherPayment } from '#domains/agreements/contract/agreement.ts';
import { agreementAudit } from '#domains/agreements/contract/audit.ts';
import type { AgreedTerms } from '#domains/agreements/contract/book.ts';
import type { ListAsked, publisherPaymentEndpoints } from '#domains/agreements/contract/endpoints.ts';
import { addDays } from '#platform/contract/date-range.ts';
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

type NewAssignment = Out<(typeof publisherPaymentEndpoints.add)['body']>;
type Edit = Out<(typeof publisherPaymentEndpoints.edit)['body']>;
type Row = typeof publisherPaymentTable.$inferSelect;

/** The model of an assignment with its newest terms. */
const ofModel = eq(paymentModelTable.key, publisherPaymentTable.paymentModel);
const newest = and(
  eq(paymentTermsTable.key, publisherPaymentTable.paymentModel),
  eq(
    paymentTermsTable.version,
    pg`(SELECT max(v.version) FROM payment_terms v WHERE v.key = ${publisherPaymentTable.paymentModel})`,
  ),
);

const joined = (db: Database['db'] | Tx) =>
  db
    .select({ row: publisherPaymentTable, name: paymentModelTable.name, terms: paymentTermsTable })
    .from(publisherPaymentTable)
    .innerJoin(paymentModelTable, ofModel)
    .innerJoin(paymentTermsTable, newest);

export async function listPublisherPayments(
  scope: Scope,
  parts: AgreementParts,
  { package_name, search, page, limit }: ListAsked,
): Promise<{ rows: PublisherPayment[]; total: number }> {
  const { db } = parts.database;
  const packageName = ownPackage(scope, package_name);
  const pattern = search ? containing(search) : undefined;
  const where = and(
    eq(publisherPaymentTable.packageName, packageName),
    isNull(publisherPaymentTable.removedAt),
    pattern
      ? or(
          ilike(publisherPaymentTable.publisher, pattern),
          ilike(publisherPaymentTable.campaign, pattern),
          ilike(paymentModelTable.name, pattern),
        )
      : undefined,
  );
  const { publisher, campaign, key } = publisherPaymentTable;
  const [rows, [counted], settled] = await Promise.all([
    joined(db)
      .where(where)
      .orderBy(asc(publisher), asc(campaign), asc(key))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(publisherPaymentTable).innerJoin(paymentModelTable, ofModel).where(where),
    settledUntil(parts, db, packageName),
  ]);
  return { rows: rows.map((row) => viewOf(row, settled)), total: counted?.total ?? 0 };
}

export async function addPublisherPayment(
  scope: Scope,
  parts: AgreementParts,
  { package_name, ...body }: NewAssignment,
): Promise<PublisherPayment> {
  const { package_name: packageName } = await parts.packageInfo(scope, ownPackage(scope, package_name));
  const now = parts.now();
  return parts.database.db.transaction(async (tx) => {
    await oneByOne(tx, packageName);
    await requireModel(tx, packageName, body.payment_model);
    const before = await allTerms(tx, packageName);
    const [row] = await tx
      .insert(publisherPaymentTable)
      .values({ ...columnsOf(body), packageName, createdBy: scope.userName, createdAt: now, updatedAt: now })
      .returning();
    if (!row) throw new Error('A publisher payment was not stored');
    return stored(scope, parts, tx, row, { action: agreementAudit.addPublisherPayment, before });
  });
}

export async function editPublisherPayment(
  scope: Scope,
  parts: AgreementParts,
  key: number,
  { updated_at: seen, ...body }: Edit,
): Promise<PublisherPayment> {
  const now = parts.now();
  return parts.database.db.transaction(async (tx) => {
    const before = await ownAssignment(scope, tx, key);
    const updatedAt = changedAt(before.updatedAt, { seen, now });
    await requireModel(tx, before.packageName, body.payment_model);
    const agreed = await allTerms(tx, before.packageName);
    await keepSettled(parts, tx, before, body.valid_from);
    const [row] = await tx
      .update(publisherPaymentTable)
      .set({ ...columnsOf(body), updatedAt })
      .where(eq(publisherPaymentTable.key, key))
      .returning();
    if (!row) throw appError('not_found', { field: 'key' });
    return stored(scope, parts, tx, row, { action: agreementAudit.editPublisherPayment, before: agreed });
  });
}

export async function removePublisherPayment(scope: Scope, parts: AgreementParts, key: number): Promise<void> {
  await parts.database.db.transaction(async (tx) => {
    const row = await ownAssignment(scope, tx, key);
    const removedAt = parts.now();
    const before = await allTerms(tx, row.packageName);
    await tx.update(publisherPaymentTable).set({ removedAt }).where(eq(publisherPaymentTable.key, key));
    await requireSettledStay(parts, tx, row.packageName, { before, isGone: true });
    await audit(tx, scope, { action: agreementAudit.deletePublisherPayment, ...auditOf(row) });
  });
}

/**
 * What approved reports were paid by stays beside terms that begin after them: the days until then are an agreement of
 * their own, and the changed one goes on under its number.
 */
async function keepSettled(parts: AgreementParts, tx: Tx, before: Row, from: string | null): Promise<void> {
  const { assignments } = await settledUntil(parts, tx, before.packageName);
  const until = assignments.get(before.key);
  if (until === undefined || from === null || from <= until) return;
  if (before.validFrom !== null && before.validFrom > until) return;
  const last = addDays(from, -1);
  const { key: _, ...kept } = before;
  const validTo = before.validTo !== null && before.validTo < last ? before.validTo : last;
  await tx.insert(publisherPaymentTable).values({ ...kept, validTo });
}

interface Change {
  action: (typeof agreementAudit)['addPublisherPayment'];
  /** What was in force before it. */
  before: readonly AgreedTerms[];
}

/** Held against all other agreements and what is settled, noted, and as it is shown. */
async function stored(
  scope: Scope,
  parts: AgreementParts,
  tx: Tx,
  row: Row,
  { action, before }: Change,
): Promise<PublisherPayment> {
  await requireUnambiguous(tx, row.packageName, ({ assignment }) => assignment === row.key, {
    twice: 'payment_model',
    ofAll: 'publisher',
  });
  await requireSettledStay(parts, tx, row.packageName, { before });
  await audit(tx, scope, { action, ...auditOf(row) });
  const [found] = await joined(tx).where(eq(publisherPaymentTable.key, row.key));
  if (!found) throw new Error('A publisher payment was not stored');
  return viewOf(found, await settledUntil(parts, tx, row.packageName));
}

async function requireModel(tx: Tx, packageName: string, key: number): Promise<void> {
  const [model] = await tx
    .select({ key: paymentModelTable.key })
    .from(paymentModelTable)
    .where(
      and(
        eq(paymentModelTable.key, key),
        eq(paymentModelTable.packageName, packageName),
        isNull(paymentModelTable.removedAt),
      ),
    );
  if (!model) throw refuse('no_such_model', {}, { field: 'payment_model' });
}

/** 404 for an unknown number or one that was taken out, 403 for one of a foreign package; nobody else changes it now. */
async function ownAssignment(scope: Scope, tx: Tx, key: number): Promise<Row> {
  const one = and(eq(publisherPaymentTable.key, key), isNull(publisherPaymentTable.removedAt));
  const [found] = await tx.select().from(publisherPaymentTable).where(one);
  if (!found) throw appError('not_found', { field: 'key' });
  await oneByOne(tx, ownPackage(scope, found.packageName));
  // Somebody may have changed it while this waited.
  const [row] = await tx.select().from(publisherPaymentTable).where(one);
  if (!row) throw appError('not_found', { field: 'key' });
  return row;
}

const columnsOf = (body: Omit<NewAssignment, 'package_name'>) => ({
  publisher: body.publisher,
  campaign: body.campaign,
  paymentModel: body.payment_model,
  rateOverride: body.rate_override,
  percentOverride: body.percent_override,
  cap: body.cap,
  budget: body.budget,
  holdDays: body.hold_days,
  withholdingPercent: body.withholding_percent,
  validFrom: body.valid_from,
  validTo: body.valid_to,
});

const amount = (text: string | null): string | null => (text === null ? null : plain(text));

interface Joined {
  row: Row;
  name: string;
  terms: typeof paymentTermsTable.$inferSelect;
}

const viewOf = ({ row, name, terms }: Joined, { assignments }: SettledUntil): PublisherPayment => ({
  key: row.key,
  package_name: row.packageName,
  publisher: row.publisher,
  campaign: row.campaign,
  payment_model: row.paymentModel,
  rate_override: amount(row.rateOverride),
  percent_override: amount(row.percentOverride),
  cap: row.cap,
  budget: amount(row.budget),
  hold_days: row.holdDays,
  withholding_percent: plain(row.withholdingPercent),
  valid_from: row.validFrom,
  valid_to: row.validTo,
  payment_model_name: name,
  model: terms.model,
  event: terms.event,
  currency: terms.currency,
  settled_until: assignments.get(row.key) ?? null,
  created_by: row.createdBy,
  updated_at: row.updatedAt.toISOString(),
});

const auditOf = ({ key, packageName, publisher, campaign, paymentModel, rateOverride, validFrom }: Row) => ({
  subject: [publisher || '*', campaign]
    .filter((part) => part !== '')
    .join(' / ')
    .slice(0, 400),
  package: packageName,
  details: { key, payment_model: paymentModel, rate: amount(rateOverride), from: validFrom },
});
