import Big from 'big.js';
import { and, eq } from 'drizzle-orm';
import type { DocumentData, IssuedKind } from '#domains/invoices/contract/document.ts';
import type { CustomerInfo } from '#domains/invoices/contract/party.ts';
import type { SettledReport } from '#domains/settlements/contract/settled-book.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { rateOn } from '#traffic/money/server/load-money.ts';
import { amountText } from './amounts.ts';
import { composed } from './compose.ts';
import { customerView } from './customer-store.ts';
import type { Db, InvoiceParts, Tx } from './invoice-parts.ts';
import { requireLetters } from './letters.ts';
import { refuse } from './refuse.ts';
import { type Series, seriesOf } from './series.ts';
import { configTable, customerTable, type Settings } from './tables.ts';

export interface Config {
  settings: Settings;
  logo: Buffer | null;
}

export interface Prepared {
  data: DocumentData;
  /** The logo is that of who issues it: one in the name of a source has none. */
  config: Config;
  /** Where it is counted. */
  series: Series;
}

export interface Chosen {
  kind: IssuedKind;
  reports: readonly SettledReport[];
  currency: string;
}

export async function configFor(db: Db | Tx, packageName: string): Promise<Config> {
  const [row] = await db.select().from(configTable).where(eq(configTable.packageName, packageName));
  if (!row) throw refuse('no_config', {}, { as: 'conflict' });
  return { settings: row.settings, logo: row.logo };
}

async function customerFor(db: Db | Tx, packageName: string, publisher: string): Promise<CustomerInfo> {
  const t = customerTable;
  const [row] = await db
    .select()
    .from(t)
    .where(and(eq(t.packageName, packageName), eq(t.publisher, publisher)));
  if (!row) throw refuse('customer_missing', { who: publisher || packageName }, { as: 'conflict' });
  return customerView(row);
}

/** In whose name a document is: '' is the issuer of the package. */
const issuerFor = ({ kind, reports }: Chosen): string => (kind === 'invoice' ? '' : (reports[0]?.publisher ?? ''));

/** What a document about these reports says when it is issued today; its number is not taken yet. */
export async function prepared(
  db: Db | Tx,
  { agreementBook, texts }: Pick<InvoiceParts, 'agreementBook' | 'texts'>,
  { package_name, today }: Pick<PackageInfo, 'package_name' | 'today'>,
  chosen: Chosen,
  rate: Rate | null,
): Promise<Prepared> {
  const config = await configFor(db, package_name);
  const issuer = issuerFor(chosen);
  const customer = await customerFor(db, package_name, issuer);
  const { settings } = config;
  const data = composed({
    ...chosen,
    settings,
    customer,
    day: today,
    settlementSettings: await agreementBook.settings(db, package_name),
    t: await texts(settings.locale),
  });
  requireLetters(data);
  const ownPrefix = chosen.reports[0]?.setting?.invoice_prefix;
  return {
    data: { ...data, second: rate && secondOf(data, rate) },
    config: issuer === '' ? config : { settings, logo: null },
    series: seriesOf(package_name, settings, { kind: chosen.kind, issuer, day: today, ownPrefix }),
  };
}

export interface Rate {
  from: string;
  into: string;
  rate: string;
  day: string;
}

function secondOf({ currency, payable }: DocumentData, { from, into, rate, day }: Rate): DocumentData['second'] {
  if (from !== currency) return null;
  return { currency: into, rate, day, payable: amountText(new Big(payable).times(rate), into) };
}

/** What the currency of the reports is in that of whom they bill, today; null where it is the same or no rate is known. */
export async function rateFor(
  { database }: Pick<InvoiceParts, 'database'>,
  { package_name, today: day }: PackageInfo,
  chosen: Chosen,
): Promise<Rate | null> {
  const { currency: into } = await customerFor(database.db, package_name, issuerFor(chosen));
  if (into === chosen.currency) return null;
  const rate = await rateOn(database, package_name, { currency: chosen.currency, into, day });
  return rate === undefined ? null : { from: chosen.currency, into, rate, day };
}
