import { eq, sql } from 'drizzle-orm';
import { hashPassword } from '#platform/server/access/passwords.ts';
import { appUser, userPackage } from '#platform/server/access/tables.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { AuthData } from '../contract/endpoints.ts';

export type UserRow = typeof appUser.$inferSelect;

export interface NewUser {
  email: string;
  name: string;
  password: string;
  role: string;
  publishers?: readonly string[];
  vendors?: readonly string[];
  packages?: readonly string[];
}

export async function userByEmail({ db }: Database, email: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(appUser).where(sql`lower(${appUser.email}) = lower(${email.trim()})`);
  return row;
}

export async function userById({ db }: Database, id: number): Promise<UserRow | undefined> {
  const [row] = await db.select().from(appUser).where(eq(appUser.id, id));
  return row;
}

/** Creates a user with its packages. The same address in other case is the same user: the unique index refuses it. */
export async function createUser({ db }: Database, user: NewUser): Promise<UserRow> {
  const passwordHash = await hashPassword(user.password);
  return db.transaction(async (tx) => {
    const [row] = await tx
      .insert(appUser)
      .values({
        email: user.email.trim(),
        name: user.name,
        passwordHash,
        role: user.role,
        publishers: [...(user.publishers ?? [])],
        vendors: [...(user.vendors ?? [])],
      })
      .returning();
    if (!row) throw new Error('insert returned no user');
    const packages = user.packages ?? [];
    if (packages.length > 0) {
      await tx
        .insert(userPackage)
        .values(packages.map((packageName, position) => ({ userId: row.id, packageName, position })));
    }
    return row;
  });
}

export async function hasUsers({ db }: Database): Promise<boolean> {
  const rows = await db.select({ id: appUser.id }).from(appUser).limit(1);
  return rows.length > 0;
}

export const toAuthData = (user: UserRow): AuthData => ({
  id: user.id,
  role: user.role,
  name: user.name,
  email: user.email,
  publisher: user.publishers.map((publisher_name) => ({ publisher_name })),
  vendor: user.vendors,
  fraud_type: user.fraudTypes.map((fraud_status) => ({ fraud_status })),
});
