import { and, eq } from 'drizzle-orm';
import { invoiceAudit } from '#domains/invoices/contract/audit.ts';
import type { CustomerEdit, CustomerInfo } from '#domains/invoices/contract/party.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { ownPackage } from '#traffic/money/server/price-store.ts';
import { lockInvoices } from './in-turn.ts';
import { after, type InvoiceParts } from './invoice-parts.ts';
import { requireFieldLetters } from './letters.ts';
import { refuse } from './refuse.ts';
import { customerTable } from './tables.ts';

type Row = typeof customerTable.$inferSelect;

const ofWhom = (packageName: string, publisher: string) =>
  and(eq(customerTable.packageName, packageName), eq(customerTable.publisher, publisher));

/** Null where nobody has entered them yet. */
export async function customerOf(
  scope: Scope,
  { database: { db } }: Pick<InvoiceParts, 'database'>,
  { package_name, publisher }: { package_name: string; publisher: string },
): Promise<CustomerInfo | null> {
  const [row] = await db
    .select()
    .from(customerTable)
    .where(ofWhom(ownPackage(scope, package_name), publisher));
  return row ? customerView(row) : null;
}

export async function setCustomer(
  scope: Scope,
  { database, packageInfo, now }: InvoiceParts,
  packageName: string,
  { updated_at: seen, ...edit }: CustomerEdit,
): Promise<CustomerInfo> {
  await packageInfo(scope, ownPackage(scope, packageName));
  const { legal_name, address, postal_code, city, state_code, tax_ids, billing_email, po_number } = edit;
  requireFieldLetters({ legal_name, address, postal_code, city, state_code, tax_ids, billing_email, po_number });
  return database.db.transaction(async (tx) => {
    await lockInvoices(tx, packageName);
    const [before] = await tx.select().from(customerTable).where(ofWhom(packageName, edit.publisher));
    if (seen !== '' && before && before.updatedAt.toISOString() !== seen)
      throw refuse('invoice_changed', {}, { as: 'conflict' });
    const values = { ...columnsOf(edit), updatedBy: scope.userName, updatedAt: after(before?.updatedAt, now()) };
    const [row] = await tx
      .insert(customerTable)
      .values({ packageName, publisher: edit.publisher, ...values })
      .onConflictDoUpdate({ target: [customerTable.packageName, customerTable.publisher], set: values })
      .returning();
    if (!row) throw new Error('Legal details were not stored');
    await audit(tx, scope, {
      action: invoiceAudit.customer,
      subject: (edit.publisher || edit.legal_name).slice(0, 400),
      package: packageName,
      details: { country: edit.country, currency: edit.currency },
    });
    return customerView(row);
  });
}

const columnsOf = (edit: Omit<CustomerEdit, 'updated_at' | 'publisher'>) => ({
  legalName: edit.legal_name,
  address: edit.address,
  postalCode: edit.postal_code,
  city: edit.city,
  stateCode: edit.state_code,
  country: edit.country,
  taxIds: edit.tax_ids,
  billingEmail: edit.billing_email,
  poNumber: edit.po_number,
  currency: edit.currency,
});

export const customerView = (row: Row): CustomerInfo => ({
  package_name: row.packageName,
  publisher: row.publisher,
  legal_name: row.legalName,
  address: row.address,
  postal_code: row.postalCode,
  city: row.city,
  state_code: row.stateCode,
  country: row.country,
  tax_ids: row.taxIds,
  billing_email: row.billingEmail,
  po_number: row.poNumber,
  currency: row.currency,
  updated_by: row.updatedBy,
  updated_at: row.updatedAt.toISOString(),
});
