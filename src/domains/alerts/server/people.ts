import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { ALERT_PAGE_IDS } from '#domains/alerts/contract/pages.ts';
import { may, maySeePage, requireMay, requirePackage, requirePage, type Scope } from '#platform/server/access/scope.ts';
import { scopeOfPerson } from '#platform/server/access/sessions.ts';
import { appUser, userPackage } from '#platform/server/access/tables.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { refuse } from './refuse.ts';

/** More people than a package has. */
const MOST_PEOPLE = 1000;

/** An alert speaks of all publishers and vendors: whoever sees a part of them must not read it. */
export const seesWhole = ({ publishers, vendors }: Scope): boolean => publishers === 'all' && vendors === 'all';

/** @throws 403 for another's package, and for whoever sees a part of it */
export function requireAlerts(scope: Scope, packageName: string, permission: 'rules.read' | 'rules.write'): void {
  requireMay(scope, permission);
  requirePackage(scope, packageName);
  requirePage(scope, packageName, ALERT_PAGE_IDS);
  if (!seesWhole(scope)) throw refuse('alert_part', {}, { as: 'forbidden' });
}

const mayRead = (scope: Scope, packageName: string): boolean =>
  may(scope, 'rules.read') &&
  (scope.packages === 'all' || scope.packages.has(packageName)) &&
  maySeePage(scope, packageName, ALERT_PAGE_IDS) &&
  seesWhole(scope);

export interface PersonSeen {
  id: number;
  name: string;
  email: string;
}

/** Everybody an alert of the package can be sent to. */
export async function peopleOf(scope: Scope, database: Database, packageName: string): Promise<PersonSeen[]> {
  requireAlerts(scope, packageName, 'rules.read');
  const rows = await database.db
    .select({ id: appUser.id, name: appUser.name, email: appUser.email })
    .from(appUser)
    .leftJoin(userPackage, and(eq(userPackage.userId, appUser.id), eq(userPackage.packageName, packageName)))
    .where(
      and(
        isNull(appUser.disabledAt),
        isNotNull(appUser.verifiedAt),
        or(isNotNull(userPackage.userId), eq(sql`lower(${appUser.role})`, 'admin')),
      ),
    )
    .orderBy(asc(sql`lower(${appUser.name})`), asc(appUser.id))
    .limit(MOST_PEOPLE);
  const seen: PersonSeen[] = [];
  for (const person of rows) if (await isReader(database, person.id, packageName)) seen.push(person);
  return seen;
}

/** Whether a person may read alerts of the package at this moment. */
export async function isReader(database: Database, userId: number, packageName: string): Promise<boolean> {
  const scope = await scopeOfPerson(database, userId);
  return scope !== null && mayRead(scope, packageName);
}

/** The accounts of addresses. @throws the first that is nobody who may read alerts of the package */
export async function recipientsOf(
  database: Database,
  packageName: string,
  emails: readonly string[],
): Promise<number[]> {
  const wanted = [...new Set(emails.map((email) => email.toLowerCase()))];
  if (wanted.length === 0) return [];
  const rows = await database.db
    .select({ id: appUser.id, email: sql<string>`lower(${appUser.email})` })
    .from(appUser)
    .where(and(inArray(sql`lower(${appUser.email})`, wanted), isNotNull(appUser.verifiedAt)));
  const ids: number[] = [];
  for (const email of wanted) {
    const person = rows.find((row) => row.email === email);
    if (!person || !(await isReader(database, person.id, packageName)))
      throw refuse('alert_recipient_unknown', { email }, { field: 'recipients' });
    ids.push(person.id);
  }
  return ids;
}
