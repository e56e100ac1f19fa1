import { and, eq } from 'drizzle-orm';
import { incidentAudit } from '#domains/tickets/contract/audit.ts';
import { type NewIncident, newIncident } from '#domains/tickets/contract/new-incident.ts';
import { type Actor, SYSTEM } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { incidentTable } from './tables.ts';

export interface OpenedIncident {
  id: number;
  /** False where its cause had made it before. */
  opened: boolean;
}

/**
 * An incident, once for its cause: the same package, source and key again changes nothing. The package must exist; who
 * finds something for a caller has asked for the right to it before.
 */
export async function openIncident(
  { db }: Pick<Database, 'db'>,
  incident: NewIncident,
  actor: Actor = SYSTEM,
): Promise<OpenedIncident> {
  const { package_name: packageName, sub_category, sub_channel, happened_at, ...said } = newIncident.parse(incident);
  return db.transaction(async (tx) => {
    const [made] = await tx
      .insert(incidentTable)
      .values({
        ...said,
        packageName,
        subCategory: sub_category,
        subChannel: sub_channel,
        happenedAt: happened_at,
        createdBy: actor.userName,
      })
      .onConflictDoNothing()
      .returning({ id: incidentTable.id });
    if (made) {
      const details = { id: made.id, source: said.source };
      await audit(tx, actor, { action: incidentAudit.open, subject: said.title, package: packageName, details });
      return { id: made.id, opened: true };
    }
    const [known] = await tx
      .select({ id: incidentTable.id })
      .from(incidentTable)
      .where(
        and(
          eq(incidentTable.packageName, packageName),
          eq(incidentTable.source, said.source),
          eq(incidentTable.key, said.key),
        ),
      );
    if (!known) throw new Error('An incident was not stored');
    return { id: known.id, opened: false };
  });
}
