import { and, arrayContains, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { roleMay, roleOf } from '#platform/contract/roles.ts';
import { ofOwnPackages } from '#platform/server/access/own-packages.ts';
import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { appUser, userPackage } from '#platform/server/access/tables.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { ticketShare } from './tables.ts';
import type { Tx } from './ticket-parts.ts';

interface Person {
  id: number;
  name: string;
}

type Reader = Database['db'] | Tx;

/** Customers of a package, or of all of the caller's. */
export async function customersOf(scope: Scope, { db }: Database, packageName: string | undefined): Promise<Person[]> {
  requireMay(scope, 'ticket.write');
  const of =
    packageName === undefined
      ? ofOwnPackages(scope, userPackage.packageName)
      : eq(userPackage.packageName, requirePackage(scope, packageName));
  const rows = await db
    .selectDistinct({ id: appUser.id, name: appUser.name, role: appUser.role })
    .from(appUser)
    .innerJoin(userPackage, eq(userPackage.userId, appUser.id))
    .where(and(isNull(appUser.disabledAt), of))
    .orderBy(asc(appUser.name), asc(appUser.id));
  return rows.filter(isCustomer).map(plain);
}

const isCustomer = ({ role }: { role: string }): boolean => roleOf(role) === 'customer';
const plain = ({ id, name }: Person): Person => ({ id, name });

/** Who may work on tickets of a package and be mentioned in them: administrators and those mapped to it. */
export async function workersOf(scope: Scope, { db }: Database, packageName: string): Promise<Person[]> {
  requireMay(scope, 'ticket.write');
  return workersIn(db, requirePackage(scope, packageName));
}

async function workersIn(db: Reader, packageName: string): Promise<Person[]> {
  const rows = await db
    .select({ id: appUser.id, name: appUser.name, role: appUser.role })
    .from(appUser)
    .where(and(isNull(appUser.disabledAt), or(sql`lower(${appUser.role}) = 'admin'`, mappedTo(packageName))))
    .orderBy(asc(appUser.name), asc(appUser.id));
  return rows.filter(({ role }) => roleMay(role, 'ticket.write')).map(plain);
}

const mappedTo = (packageName: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${userPackage} WHERE ${userPackage.userId} = ${appUser.id} AND ${userPackage.packageName} = ${packageName})`;

export async function isWorker(db: Reader, packageName: string, id: number): Promise<boolean> {
  return (await workersIn(db, packageName)).some((person) => person.id === id);
}

export async function isCustomerOf(db: Reader, packageName: string, id: number): Promise<boolean> {
  const rows = await db
    .select({ role: appUser.role })
    .from(appUser)
    .where(and(eq(appUser.id, id), isNull(appUser.disabledAt), mappedTo(packageName)));
  return rows.some(isCustomer);
}

/**
 * Those of `ids` who can read a ticket: who works on the package, and people of the publishers and vendors it is shared
 * with, who are mapped to the package.
 */
export async function readersAmong(
  db: Reader,
  ticket: { id: number; packageName: string },
  ids: readonly number[],
): Promise<Person[]> {
  if (ids.length === 0) return [];
  const workers = (await workersIn(db, ticket.packageName)).filter(({ id }) => ids.includes(id));
  const shares = await db.select().from(ticketShare).where(eq(ticketShare.ticketId, ticket.id));
  const theirs = shares.map(({ kind, name }) =>
    arrayContains(kind === 'publisher' ? appUser.publishers : appUser.vendors, [name]),
  );
  if (theirs.length === 0) return workers;
  const guests = await db
    .select({ id: appUser.id, name: appUser.name })
    .from(appUser)
    .where(and(inArray(appUser.id, [...ids]), isNull(appUser.disabledAt), mappedTo(ticket.packageName), or(...theirs)));
  return [...workers, ...guests.filter(({ id }) => !workers.some((worker) => worker.id === id))];
}
