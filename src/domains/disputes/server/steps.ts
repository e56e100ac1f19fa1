import type { DisputeStep } from '#domains/disputes/contract/dispute.ts';
import type { AuditAction } from '#platform/contract/audit.ts';
import type { Actor } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import type { Db, Tx } from './standing.ts';
import { type Dispute, stepTable } from './tables.ts';

interface Step {
  what: DisputeStep['what'];
  actor: Actor;
  /** Where the publisher did it. */
  way?: DisputeStep['way'];
  at: Date;
  accepted?: number;
  objected?: number;
  line?: number;
}

/** What somebody did, for the claim and for the audit log. Last in its transaction, as all writing of the log. */
export async function noteStep(
  tx: Db | Tx,
  { id, packageName, publisher }: Dispute,
  { actor, ...step }: Step,
  action: AuditAction,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await tx.insert(stepTable).values({ disputeId: id, doneBy: actor.userName, ...step });
  const { way, accepted, objected, line } = step;
  await audit(tx, actor, {
    action,
    subject: publisher.slice(0, 400),
    package: packageName,
    details: {
      id,
      ...(way ? { way } : {}),
      ...(accepted || objected ? { accepted, objected } : {}),
      ...(line ? { line } : {}),
      ...more,
    },
  });
}
