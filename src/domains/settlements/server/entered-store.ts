import type { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { settlementAudit } from '#domains/settlements/contract/audit.ts';
import type { payoutEndpoints } from '#domains/settlements/contract/settlement-endpoints.ts';
import type { Out } from '#platform/contract/endpoint.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { ownPackage } from '#traffic/money/server/price-store.ts';
import type { SettlementParts } from './payout.ts';
import { MOST_LINES, type Rejected, readCounts } from './read-counts.ts';
import { refuse } from './refuse.ts';
import { adjustmentTable, partnerCountTable } from './tables.ts';

const MOST_BYTES = 5 * 1024 * 1024;
const SHOWN_REJECTS = 100;
/** Values of one statement stay far below what Postgres takes. */
const AT_ONCE = 2_000;

/** An amount beside what events come to; it waits for the next payout report of the publisher. */
export async function addAdjustment(
  scope: Scope,
  { database, packageInfo, now }: SettlementParts,
  { package_name, publisher, amount, currency, reason }: Out<(typeof payoutEndpoints.adjust)['body']>,
): Promise<{ id: number }> {
  const packageName = ownPackage(scope, package_name);
  await packageInfo(scope, packageName);
  if (Number(amount) === 0) throw refuse('nothing_to_adjust', {}, { field: 'amount' });
  return database.db.transaction(async (tx) => {
    const [row] = await tx
      .insert(adjustmentTable)
      .values({ packageName, publisher, amount, currency, reason, author: scope.userName, createdAt: now() })
      .returning({ id: adjustmentTable.id });
    if (!row) throw new Error('An adjustment was not stored');
    await audit(tx, scope, {
      action: settlementAudit.adjust,
      subject: publisher.slice(0, 400),
      package: packageName,
      details: { id: row.id, amount, currency, reason },
    });
    return row;
  });
}

/** Takes a partner's file for a period: the same line again replaces what it said before. */
export async function takeCounts(
  scope: Scope,
  { database, packageInfo, now }: SettlementParts,
  { package_name, period_from: periodFrom, period_to: periodTo }: Out<(typeof payoutEndpoints.reported)['query']>,
  upload: Readable,
): Promise<{ stored: number; rejected: number; rejects: Rejected[] }> {
  const packageName = ownPackage(scope, package_name);
  await packageInfo(scope, packageName);
  if (periodTo < periodFrom) throw refuse('days_reversed', {}, { field: 'period_to' });
  const { counts, rejects } = readCounts(await textOf(upload));
  const rows = counts.map((count) => ({
    ...count,
    packageName,
    periodFrom,
    periodTo,
    author: scope.userName,
    createdAt: now(),
  }));
  await database.db.transaction(async (tx) => {
    for (let at = 0; at < rows.length; at += AT_ONCE)
      await tx
        .insert(partnerCountTable)
        .values(rows.slice(at, at + AT_ONCE))
        .onConflictDoUpdate({
          target: [
            partnerCountTable.packageName,
            partnerCountTable.publisher,
            partnerCountTable.campaign,
            partnerCountTable.event,
            partnerCountTable.periodFrom,
            partnerCountTable.periodTo,
          ],
          set: { units: sql`excluded.units`, author: sql`excluded.author`, createdAt: sql`excluded.created_at` },
        });
    await audit(tx, scope, {
      action: settlementAudit.report,
      subject: `${periodFrom} - ${periodTo}`,
      package: packageName,
      details: { stored: rows.length, rejected: rejects.length },
    });
  });
  return { stored: rows.length, rejected: rejects.length, rejects: rejects.slice(0, SHOWN_REJECTS) };
}

async function textOf(upload: Readable): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of upload) {
    bytes += part.length;
    if (bytes > MOST_BYTES) throw refuse('counts_too_long', { n: MOST_LINES }, { as: 'too_large' });
    parts.push(Buffer.from(part));
  }
  return Buffer.concat(parts).toString('utf8');
}
