import { and, eq, ne, sql } from 'drizzle-orm';
import { invoiceAudit } from '#domains/invoices/contract/audit.ts';
import type { ConfigEdit, InvoiceConfig } from '#domains/invoices/contract/party.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { ownPackage } from '#traffic/money/server/price-store.ts';
import { canMakeEInvoices } from './e-invoice.ts';
import { lockInvoices } from './in-turn.ts';
import { after, type Db, type InvoiceParts, type Tx } from './invoice-parts.ts';
import { requireFieldLetters } from './letters.ts';
import { refuse } from './refuse.ts';
import { continueFrom, nextNumber, numberOf, seriesOf } from './series.ts';
import { configTable, type Settings } from './tables.ts';

type Row = typeof configTable.$inferSelect;

/** Null where nobody has entered it yet. */
export async function configOf(
  scope: Scope,
  { database: { db }, packageInfo }: InvoiceParts,
  packageName: string,
): Promise<InvoiceConfig | null> {
  const { today } = await packageInfo(scope, ownPackage(scope, packageName));
  const [row] = await db.select().from(configTable).where(eq(configTable.packageName, packageName));
  return row ? viewOf(db, row, today) : null;
}

export async function logoFile(
  scope: Scope,
  { database: { db } }: Pick<InvoiceParts, 'database'>,
  packageName: string,
): Promise<Buffer> {
  const [row] = await db
    .select()
    .from(configTable)
    .where(eq(configTable.packageName, ownPackage(scope, packageName)));
  if (!row?.logo) throw appError('not_found', { field: 'logo' });
  return row.logo;
}

/** `logo`: another one, null for none, undefined for the one there is. */
export async function setConfig(
  scope: Scope,
  { database, packageInfo, now }: InvoiceParts,
  packageName: string,
  { updated_at: seen, next_no, ...settings }: ConfigEdit,
  logo: Buffer | null | undefined,
): Promise<InvoiceConfig> {
  const { today } = await packageInfo(scope, ownPackage(scope, packageName));
  const { legal_name, address, postal_code, city, state_code, tax_ids, email, bank, terms, footer, tax_rules } =
    settings;
  const rules = tax_rules.flatMap(({ note, taxes }) => [note, ...taxes.map(({ name }) => name)]);
  const printed = { legal_name, address, postal_code, city, state_code, tax_ids, email, bank, terms, footer };
  requireFieldLetters({ ...printed, tax_rules: rules });
  await requireFit(settings);
  return database.db.transaction(async (tx) => {
    await lockInvoices(tx, packageName);
    const [before] = await tx.select().from(configTable).where(eq(configTable.packageName, packageName));
    if (seen !== '' && before && before.updatedAt.toISOString() !== seen)
      throw refuse('invoice_changed', {}, { as: 'conflict' });
    await requireOwnSeries(tx, packageName, settings);
    const series = seriesOf(packageName, settings, { kind: 'invoice', issuer: '', day: today });
    if (next_no > 0 && !(await continueFrom(tx, series, next_no)))
      throw refuse('number_used', { next: await nextNumber(tx, series) }, { field: 'next_no' });
    const values = {
      settings,
      ...(logo === undefined ? {} : { logo }),
      updatedBy: scope.userName,
      updatedAt: after(before?.updatedAt, now()),
    };
    const [row] = await tx
      .insert(configTable)
      .values({ packageName, ...values })
      .onConflictDoUpdate({ target: configTable.packageName, set: values })
      .returning();
    if (!row) throw new Error('The configuration of invoices was not stored');
    await audit(tx, scope, {
      action: invoiceAudit.config,
      subject: settings.legal_name,
      package: packageName,
      details: {
        prefix: settings.prefix,
        next_no,
        reset: settings.reset,
        rules: settings.tax_rules.length,
        e_invoice: settings.e_invoice,
        bank: settings.bank,
      },
    });
    return viewOf(tx, row, today);
  });
}

/** What electronic invoices are nothing without (EN 16931). */
async function requireFit({ e_invoice, email, tax_ids, tax_rules }: Settings): Promise<void> {
  if (e_invoice === 'none') return;
  if (!(await canMakeEInvoices())) throw refuse('einvoice_missing', {}, { field: 'e_invoice' });
  if (email === '' || tax_ids.length === 0 || tax_rules.length === 0)
    throw refuse('einvoice_needs', {}, { field: 'e_invoice' });
}

/** Two packages of one issuer with one prefix would give the same number twice. */
async function requireOwnSeries(tx: Tx, packageName: string, { legal_name, prefix }: Settings): Promise<void> {
  const [other] = await tx
    .select({ name: configTable.packageName })
    .from(configTable)
    .where(
      and(
        ne(configTable.packageName, packageName),
        sql`lower(${configTable.settings}->>'legal_name') = ${legal_name.toLowerCase()}`,
        sql`${configTable.settings}->>'prefix' = ${prefix}`,
      ),
    )
    .limit(1);
  if (other) throw refuse('series_taken', {}, { as: 'conflict', field: 'prefix' });
}

async function viewOf(db: Db | Tx, { packageName, settings, logo, ...row }: Row, day: string): Promise<InvoiceConfig> {
  const series = seriesOf(packageName, settings, { kind: 'invoice', issuer: '', day });
  const next_no = await nextNumber(db, series);
  return {
    package_name: packageName,
    ...settings,
    next_no,
    next_number: numberOf(series.series, next_no),
    has_logo: logo !== null,
    updated_by: row.updatedBy,
    updated_at: row.updatedAt.toISOString(),
  };
}
