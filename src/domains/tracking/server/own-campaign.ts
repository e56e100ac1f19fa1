import { and, asc, eq, inArray, ne, type SQL } from 'drizzle-orm';
import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { refuse } from './refuse.ts';
import { campaignTable } from './tables.ts';

export type Db = Database['db'];
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
export type CampaignRow = typeof campaignTable.$inferSelect;

/** Campaigns of a package the caller sees: an agency with vendors those of these. */
export function ownCampaigns(scope: Scope, packageName: string): SQL | undefined {
  requireMay(scope, 'tracking.read');
  requirePackage(scope, packageName);
  return and(
    eq(campaignTable.packageName, packageName),
    scope.vendors === 'all' ? undefined : inArray(campaignTable.agencyName, [...scope.vendors]),
  );
}

/** 404 for an unknown number, 403 for a campaign of a foreign package or agency. Locked until the transaction ends. */
export async function ownCampaign(scope: Scope, tx: Tx, id: number): Promise<CampaignRow> {
  const [row] = await tx.select().from(campaignTable).where(eq(campaignTable.id, id)).for('update');
  if (!row) throw appError('not_found', { field: 'id' });
  requirePackage(scope, row.packageName);
  requireAgency(scope, row.agencyName);
  return row;
}

export function requireAgency(scope: Scope, agency: string): void {
  if (scope.vendors !== 'all' && !scope.vendors.has(agency))
    throw refuse('other_agency', {}, { as: 'forbidden', field: 'agency_name' });
}

/** What belongs to the whole package is changed only by who sees the whole of it. */
export function requireWhole(scope: Scope, packageName: string): string {
  requireMay(scope, 'tracking.write');
  requirePackage(scope, packageName);
  if (scope.vendors !== 'all') throw refuse('other_agency', {}, { as: 'forbidden', field: 'package_name' });
  return packageName;
}

type CampaignChoice = Pick<CampaignRow, 'id' | 'key' | 'status' | 'countries' | 'systems' | 'signedOnly'> & {
  name: string;
};

/** For the choices of forms: campaigns the caller sees, but for one of them. */
export async function campaignChoices(scope: Scope, db: Db, packageName: string): Promise<CampaignChoice[]> {
  return db
    .select({
      id: campaignTable.id,
      name: campaignTable.campaignName,
      key: campaignTable.key,
      status: campaignTable.status,
      countries: campaignTable.countries,
      systems: campaignTable.systems,
      signedOnly: campaignTable.signedOnly,
    })
    .from(campaignTable)
    .where(and(ownCampaigns(scope, packageName), ne(campaignTable.status, 'ended')))
    .orderBy(asc(campaignTable.campaignName));
}

/** What campaigns of a package are called, also those that have ended: events name them so. */
export async function campaignNames(scope: Scope, db: Db, packageName: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ name: campaignTable.campaignName })
    .from(campaignTable)
    .where(ownCampaigns(scope, packageName));
  return rows.map(({ name }) => name);
}
