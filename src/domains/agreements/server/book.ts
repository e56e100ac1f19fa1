import { and, asc, eq, isNull } from 'drizzle-orm';
import type { SettlementSetting } from '#domains/agreements/contract/agreement.ts';
import type { AgreedTerms, AgreementBook } from '#domains/agreements/contract/book.ts';
import { addDays } from '#platform/contract/date-range.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { PAYMENT_MODELS } from '#traffic/money/contract/payment-models.ts';
import { paymentModelTable, paymentTermsTable, publisherPaymentTable, settlementSettingTable } from './tables.ts';

export type Db = Database['db'];
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
type TermsRow = typeof paymentTermsTable.$inferSelect;
type Assignment = typeof publisherPaymentTable.$inferSelect;

export const agreementBook: AgreementBook<Db | Tx> = {
  async inForce(db, packageName, days) {
    const rows = await db
      .select({ assignment: publisherPaymentTable, model: paymentModelTable, terms: paymentTermsTable })
      .from(publisherPaymentTable)
      .innerJoin(paymentModelTable, eq(paymentModelTable.key, publisherPaymentTable.paymentModel))
      .innerJoin(paymentTermsTable, eq(paymentTermsTable.key, paymentModelTable.key))
      .where(and(eq(publisherPaymentTable.packageName, packageName), isNull(publisherPaymentTable.removedAt)))
      .orderBy(asc(publisherPaymentTable.key), asc(paymentTermsTable.version));
    const versions = new Map<number, { name: string; assignment: Assignment; terms: TermsRow[] }>();
    for (const { assignment, model, terms } of rows) {
      const own = versions.get(assignment.key) ?? { name: model.name, assignment, terms: [] };
      own.terms.push(terms);
      versions.set(assignment.key, own);
    }
    return [...versions.values()]
      .flatMap(({ name, assignment, terms }) =>
        stretches(terms).map(({ row, from, to }) => agreed(name, assignment, row, { from, to })),
      )
      .flatMap((terms) => within(terms, days));
  },
  async settings(db, packageName) {
    const rows = await db
      .select()
      .from(settlementSettingTable)
      .where(eq(settlementSettingTable.packageName, packageName))
      .orderBy(asc(settlementSettingTable.publisher));
    return rows.map(settingView);
  },
};

interface Stretch {
  row: TermsRow;
  from: string;
  to: string | null;
}

/**
 * The days each version counts: from its first one until a later one begins, of two that begin on one day the newer.
 * What a version has ended does not begin again.
 */
export function stretches(versions: readonly TermsRow[]): Stretch[] {
  const sorted = versions.toSorted((a, b) =>
    a.validFrom === b.validFrom ? a.version - b.version : a.validFrom < b.validFrom ? -1 : 1,
  );
  return sorted.flatMap((row, index) => {
    const next = sorted[index + 1];
    if (next?.validFrom === row.validFrom) return [];
    const before = next ? addDays(next.validFrom, -1) : null;
    const to = earlier(before, row.validTo);
    return to !== null && to < row.validFrom ? [] : [{ row, from: row.validFrom, to }];
  });
}

const earlier = (a: string | null, b: string | null): string | null => (a === null ? b : b === null || a < b ? a : b);
const later = (a: string, b: string | null): string => (b === null || a > b ? a : b);

function agreed(
  name: string,
  assignment: Assignment,
  row: TermsRow,
  { from, to }: { from: string; to: string | null },
): AgreedTerms {
  const { kinds, per } = PAYMENT_MODELS[row.model];
  const override = assignment.rateOverride;
  return {
    id: `${assignment.key}-${row.key}.${row.version}`,
    assignment: assignment.key,
    payment_model: row.key,
    version: row.version,
    name,
    model: row.model,
    kinds,
    per,
    publisher: assignment.publisher,
    campaign: assignment.campaign,
    event: row.event,
    currency: row.currency,
    rate: override ?? row.rate ?? '0',
    tiers: override === null ? row.tiers : [],
    tiers_apply: row.tiersApply,
    percent: assignment.percentOverride ?? row.percent ?? '0',
    fixed: row.fixed ?? '0',
    min_guarantee: row.minGuarantee,
    budget: assignment.budget,
    cap: assignment.cap,
    hold_days: assignment.holdDays,
    withholding_percent: assignment.withholdingPercent,
    order_status: row.orderStatus,
    from: later(from, assignment.validFrom),
    to: earlier(to, assignment.validTo),
  };
}

/** Narrowed to the days that are asked for; nothing where none is left. */
function within(terms: AgreedTerms, days: { from: string; to: string }): AgreedTerms[] {
  const from = later(terms.from, days.from);
  const to = earlier(terms.to, days.to) ?? days.to;
  return from > to ? [] : [{ ...terms, from, to }];
}

export const settingView = (row: typeof settlementSettingTable.$inferSelect): SettlementSetting => ({
  key: row.key,
  package_name: row.packageName,
  name: row.name,
  publisher: row.publisher,
  cycle: row.cycle,
  due_days: row.dueDays,
  tax_percent: plain(row.taxPercent),
  tolerance: plain(row.tolerance),
  controlling: row.controlling,
  invalid_allowance_percent: plain(row.invalidAllowancePercent),
  max_deduction_percent: plain(row.maxDeductionPercent),
  min_payout: plain(row.minPayout),
  invoice_prefix: row.invoicePrefix,
  created_by: row.createdBy,
  updated_at: row.updatedAt.toISOString(),
});

/** Decimal text as people write it: without closing zeros. */
export const plain = (amount: string): string => (amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount);
