import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { userAudit } from '#domains/users/contract/audit.ts';
import { roleOf } from '#platform/contract/roles.ts';
import { hashPassword } from '#platform/server/access/passwords.ts';
import { requireMay, type Scope } from '#platform/server/access/scope.ts';
import { appUser } from '#platform/server/access/tables.ts';
import { audit } from '#platform/server/audit/audit.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { newUser, userEdit } from '../contract/users.ts';
import { refuse } from './refuse.ts';
import { keepAnAdministrator, lockUser, revokeSessions, type UserRow } from './user-store.ts';

type NewUser = z.output<typeof newUser>;
type UserEdit = z.output<typeof userEdit>;

/** Publishers are stored for roles that are publishers only; the name decides, whatever its case (USR-GAP-04). */
const rightsOf = ({ role, phone = '', fraud_type = [], vendor = [], publisher = [] }: UserEdit) => ({
  role,
  phone,
  fraudTypes: fraud_type,
  vendors: vendor,
  publishers: roleOf(role) === 'publisher' && role.toLowerCase().includes('publisher') ? publisher : [],
});

/** Adds a person. Without a password a random one nobody knows is stored until the invitation is followed. */
export async function addUser(scope: Scope, { db }: Database, person: NewUser, now: Date): Promise<UserRow> {
  requireMay(scope, 'user.write');
  const passwordHash = await hashPassword(person.password ?? randomBytes(32).toString('base64url'));
  return db.transaction(async (tx) => {
    const [row] = await tx
      .insert(appUser)
      .values({
        email: person.email,
        name: person.name,
        language: person.language,
        passwordHash,
        ...rightsOf(person),
        invitedAt: person.password === undefined ? now : null,
      })
      .onConflictDoNothing()
      .returning();
    if (!row) throw refuse('user_exists', {}, { as: 'conflict', field: 'email' });
    await audit(tx, scope, { action: userAudit.add, subject: row.email, details: shown(row) });
    return row;
  });
}

/** 409 when somebody else has saved since the editor opened the form: nothing of theirs is overwritten unseen. */
export async function editUser(
  scope: Scope,
  { db }: Database,
  id: number,
  edit: UserEdit,
  version: number | undefined,
): Promise<void> {
  requireMay(scope, 'user.write');
  await db.transaction(async (tx) => {
    const before = await lockUser(tx, id, version);
    const after = rightsOf(edit);
    if (roleOf(after.role) !== 'admin') {
      if (id === scope.userId && roleOf(before.role) === 'admin') throw refuse('own_role', {}, { field: 'role' });
      await keepAnAdministrator(tx, before);
    }
    const [row] = await tx
      .update(appUser)
      .set({ ...after, version: sql`${appUser.version} + 1`, rights: sql`${appUser.rights} + 1` })
      .where(eq(appUser.id, id))
      .returning();
    if (row)
      await audit(tx, scope, {
        action: userAudit.edit,
        subject: row.email,
        details: { from: shown(before), to: shown(row) },
      });
  });
}

export async function deleteUser(scope: Scope, { db }: Database, id: number): Promise<void> {
  requireMay(scope, 'user.write');
  await db.transaction(async (tx) => {
    if (id === scope.userId) throw refuse('own_account_deleted');
    const row = await lockUser(tx, id);
    await keepAnAdministrator(tx, row);
    await tx.delete(appUser).where(eq(appUser.id, id));
    await audit(tx, scope, { action: userAudit.delete, subject: row.email, details: { id, role: row.role } });
  });
}

/** Disabling signs out everywhere at once; both are harmless to repeat. */
export async function setDisabled(
  scope: Scope,
  { db }: Database,
  id: number,
  disabled: boolean,
  now: Date,
): Promise<void> {
  requireMay(scope, 'user.write');
  await db.transaction(async (tx) => {
    if (disabled && id === scope.userId) throw refuse('own_account_disabled');
    const row = await lockUser(tx, id);
    if ((row.disabledAt !== null) === disabled) return;
    if (disabled) await keepAnAdministrator(tx, row);
    await tx
      .update(appUser)
      .set({ disabledAt: disabled ? now : null, version: row.version + 1, rights: row.rights + 1 })
      .where(eq(appUser.id, id));
    const sessions = disabled ? await revokeSessions(tx, id, now) : 0;
    await audit(tx, scope, {
      action: disabled ? userAudit.disable : userAudit.enable,
      subject: row.email,
      details: { sessions },
    });
  });
}

export async function endSessions(scope: Scope, { db }: Database, id: number, now: Date): Promise<void> {
  requireMay(scope, 'user.write');
  await db.transaction(async (tx) => {
    const row = await lockUser(tx, id);
    const sessions = await revokeSessions(tx, id, now);
    await audit(tx, scope, { action: userAudit.sessionsEnd, subject: row.email, details: { sessions } });
  });
}

/** What the log keeps of a user: rights, never the password. */
const shown = ({ role, phone, fraudTypes, vendors, publishers }: UserRow) => ({
  role,
  phone,
  fraud_type: fraudTypes,
  vendor: vendors,
  publisher: publishers,
});
