import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { roleMay, roleOf } from '#platform/contract/roles.ts';
import { ofOwnPackages } from '#platform/server/access/own-packages.ts';
import { may, maySeePage, requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { scopesOfPeople } from '#platform/server/access/sessions.ts';
import { appUser, userPackage } from '#platform/server/access/tables.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { isKept } from './case-where.ts';
import { type TicketRow, ticketShare } from './tables.ts';
import type { Tx } from './ticket-parts.ts';

interface Person {
  id: number;
  name: string;
}

type Reader = Database['db'] | Tx;

/** Customers of a package, or of all of the caller's; who is kept to vendors is not told of them. */
export async function customersOf(scope: Scope, { db }: Database, packageName: string | undefined): Promise<Person[]> {
  requireMay(scope, 'ticket.write');
  const of =
    packageName === undefined
      ? ofOwnPackages(scope, userPackage.packageName)
      : eq(userPackage.packageName, requirePackage(scope, packageName));
  if (isKept(scope)) return [];
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

/** Endpoints of tickets ask for one of these, and so does whoever is to be told of one. */
const TICKET_PAGES_READ = ['tickets', 'ticket'];

/**
 * Who may work on tickets of a package and be mentioned in them: administrators and those mapped to it who see every
 * ticket. Who is kept to vendors knows of nobody but themselves.
 */
export async function workersOf(scope: Scope, { db }: Database, packageName: string): Promise<Person[]> {
  requireMay(scope, 'ticket.write');
  const own = requirePackage(scope, packageName);
  if (isKept(scope)) return scope.userId > 0 ? [{ id: scope.userId, name: scope.userName }] : [];
  const rows = await db
    .select({ id: appUser.id, name: appUser.name, role: appUser.role })
    .from(appUser)
    .where(and(isNull(appUser.disabledAt), or(sql`lower(${appUser.role}) = 'admin'`, mappedTo(own))))
    .orderBy(asc(appUser.name), asc(appUser.id));
  const writers = rows.filter(({ role }) => roleMay(role, 'ticket.write'));
  const scopes = await scopesOfPeople(
    { db },
    writers.map(({ id }) => id),
  );
  const whole = new Set(scopes.filter((each) => sees(each, own) && !isKept(each)).map(({ userId }) => userId));
  return writers.filter(({ id }) => whole.has(id)).map(plain);
}

const sees = (scope: Scope, packageName: string): boolean =>
  may(scope, 'ticket.read') &&
  (scope.packages === 'all' || scope.packages.has(packageName)) &&
  maySeePage(scope, packageName, TICKET_PAGES_READ);

const mappedTo = (packageName: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${userPackage} WHERE ${userPackage.userId} = ${appUser.id} AND ${userPackage.packageName} = ${packageName})`;

export async function isCustomerOf(db: Reader, packageName: string, id: number): Promise<boolean> {
  const rows = await db
    .select({ role: appUser.role })
    .from(appUser)
    .where(and(eq(appUser.id, id), isNull(appUser.disabledAt), mappedTo(packageName)));
  return rows.some(isCustomer);
}

/** Those of `ids` who can read a ticket at this moment, with their rights: the same that its page asks of them. */
export async function readersOf(
  db: Reader,
  ticket: Pick<TicketRow, 'id' | 'packageName'>,
  ids: readonly number[],
): Promise<Scope[]> {
  const scopes = (await scopesOfPeople({ db }, ids)).filter((scope) => sees(scope, ticket.packageName));
  if (!scopes.some(isKept)) return scopes;
  const shares = await db.select().from(ticketShare).where(eq(ticketShare.ticketId, ticket.id));
  const isShared = (scope: Scope): boolean =>
    shares.some(({ kind, name }) => {
      const theirs = kind === 'publisher' ? scope.publishers : scope.vendors;
      return theirs !== 'all' && theirs.has(name);
    });
  return scopes.filter((scope) => !isKept(scope) || isShared(scope));
}

/** Whether a person can be put in charge of a ticket. */
export const mayWorkOn = async (
  db: Reader,
  ticket: Pick<TicketRow, 'id' | 'packageName'>,
  id: number,
): Promise<boolean> => (await readersOf(db, ticket, [id])).some((scope) => may(scope, 'ticket.write'));
