import { eq } from 'drizzle-orm';
import type { SettledDays } from '#domains/agreements/contract/settled-days.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { packageTable } from '#platform/server/access/tables.ts';
import type { Stores } from '#platform/server/stores.ts';
import type { Db, Tx } from './book.ts';
import { refuse } from './refuse.ts';

export interface AgreementParts extends Stores {
  packageInfo: (scope: Scope, name: string) => Promise<PackageInfo>;
  settledDays: SettledDays<Db, Tx>;
  now: () => Date;
}

/** Agreements of a package are changed one after the other: what two say at once must not pay anybody twice. */
export async function oneByOne(tx: Tx, packageName: string): Promise<void> {
  await tx.select().from(packageTable).where(eq(packageTable.name, packageName)).for('no key update');
}

/**
 * When it is changed now, and 409 with nothing changed where somebody has changed it since it was read. Two changes
 * within a millisecond are two.
 */
export function changedAt(before: Date, { seen, now }: { seen: string | undefined; now: Date }): Date {
  if (seen !== undefined && seen !== before.toISOString()) throw refuse('agreement_changed', {}, { as: 'conflict' });
  return new Date(Math.max(now.getTime(), before.getTime() + 1));
}
