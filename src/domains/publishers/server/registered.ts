import { and, eq, inArray } from 'drizzle-orm';
import { publisherAudit } from '#domains/publishers/contract/audit.ts';
import type { Registered } from '#domains/publishers/contract/registered.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { publisherTable } from './tables.ts';

type Db = Database['db'];
type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

const COLUMNS = {
  id: publisherTable.id,
  packageName: publisherTable.packageName,
  name: publisherTable.name,
  email: publisherTable.email,
  status: publisherTable.status,
  updatedAt: publisherTable.updatedAt,
};

export interface PublisherRegister {
  /** In the order of their names; whoever calls has asked whose package it is. */
  ofPackage(db: Db | Tx, packageName: string): Promise<Registered[]>;
  byId(db: Db | Tx, ids: readonly number[]): Promise<Registered[]>;
  /** The one of that name, written down first where there is none. */
  named(
    scope: Scope,
    tx: Tx,
    wanted: Pick<Registered, 'packageName' | 'name' | 'email' | 'status'>,
  ): Promise<Registered>;
  edit(scope: Scope, tx: Tx, id: number, wanted: Pick<Registered, 'email' | 'status'>, now: Date): Promise<Registered>;
}

export const publisherRegister: PublisherRegister = {
  ofPackage: (db, packageName) =>
    db
      .select(COLUMNS)
      .from(publisherTable)
      .where(eq(publisherTable.packageName, packageName))
      .orderBy(publisherTable.name),
  byId: async (db, ids) =>
    ids.length === 0
      ? []
      : db
          .select(COLUMNS)
          .from(publisherTable)
          .where(inArray(publisherTable.id, [...ids])),
  async named(scope, tx, wanted) {
    const [made] = await tx
      .insert(publisherTable)
      .values({ ...wanted, createdBy: scope.userName })
      .onConflictDoNothing()
      .returning(COLUMNS);
    if (made) {
      await audit(tx, scope, { action: publisherAudit.add, ...auditOf(made) });
      return made;
    }
    const own = and(eq(publisherTable.packageName, wanted.packageName), eq(publisherTable.name, wanted.name));
    return one(await tx.select(COLUMNS).from(publisherTable).where(own));
  },
  async edit(scope, tx, id, { email, status }, now) {
    const changed = one(
      await tx
        .update(publisherTable)
        .set({ email, status, updatedAt: now })
        .where(eq(publisherTable.id, id))
        .returning(COLUMNS),
    );
    await audit(tx, scope, { action: publisherAudit.edit, ...auditOf(changed) });
    return changed;
  },
};

const auditOf = ({ id, packageName, name, status }: Registered) => ({
  subject: name.slice(0, 400),
  package: packageName,
  details: { id, status },
});

function one(rows: readonly Registered[]): Registered {
  const [row] = rows;
  if (!row) throw new Error('The register of publishers has lost a row');
  return row;
}
