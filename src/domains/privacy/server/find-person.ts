import { sql } from 'drizzle-orm';
import { requireMay, type Scope } from '#platform/server/access/scope.ts';
import { appUser } from '#platform/server/access/tables.ts';
import type { PersonalData, PersonStores } from '#platform/server/personal-data.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { countEvents, personRows } from '#traffic/privacy/server/erase.ts';
import type { ErasurePreview, PersonToErase } from '../contract/endpoints.ts';

/** The account behind an e-mail; none when the erasure is about one package's traffic. */
export async function accountsOf(
  scope: Scope,
  { db }: Database,
  { email, package_name }: PersonToErase,
): Promise<{ id: number; name: string; role: string; email: string }[]> {
  requireMay(scope, 'server.write');
  if (email === undefined || package_name !== undefined) return [];
  return db
    .select({ id: appUser.id, name: appUser.name, role: appUser.role, email: appUser.email })
    .from(appUser)
    .where(sql`lower(${appUser.email}) = lower(${email})`);
}

/** Counts everything an erasure would remove, without removing it. */
export async function previewPerson(
  scope: Scope,
  stores: PersonStores & { personalData: readonly PersonalData[] },
  asked: PersonToErase,
): Promise<ErasurePreview> {
  const accounts = await accountsOf(scope, stores.database, asked);
  const person = { ...asked, accounts: accounts.map(({ id }) => id), names: accounts.map(({ name }) => name) };
  const found: Record<string, number> = {};
  for (const { what, ofAccount = false, count } of stores.personalData) {
    if (what === 'events') continue;
    found[what] = ofAccount && asked.package_name !== undefined ? 0 : await count(stores, person);
  }
  return { ...found, events: await countEvents(stores.clickhouse, personRows(person, person.package_name)) };
}
