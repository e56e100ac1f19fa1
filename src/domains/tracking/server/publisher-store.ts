import { eq, inArray } from 'drizzle-orm';
import type { Registered } from '#domains/publishers/contract/registered.ts';
import { trackingAudit } from '#domains/tracking/contract/audit.ts';
import { unknownMacros } from '#domains/tracking/contract/macros.ts';
import type {
  ListAsked,
  TrackingPublisher,
  trackingPublisherEndpoints,
} from '#domains/tracking/contract/setup-endpoints.ts';
import type { Out } from '#platform/contract/endpoint.ts';
import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { newKey } from './key.ts';
import { type Db, requireWhole, type Tx } from './own-campaign.ts';
import { refuse } from './refuse.ts';
import type { SetupParts } from './setup-parts.ts';
import { trackingPublisherTable } from './tables.ts';

type Body = Out<(typeof trackingPublisherEndpoints.edit)['body']>;
type NewBody = Out<(typeof trackingPublisherEndpoints.add)['body']>;
type Row = typeof trackingPublisherTable.$inferSelect;

/** Publishers of a package that have links, by name. */
export async function listPublishers(
  scope: Scope,
  { database: { db }, publisherRegister }: SetupParts,
  { package_name, search = '', page, limit }: ListAsked,
): Promise<{ rows: TrackingPublisher[]; total: number }> {
  requireMay(scope, 'tracking.read');
  const registered = await publisherRegister.ofPackage(db, requirePackage(scope, package_name));
  const wanted = search.toLowerCase();
  const found = registered.filter(({ name, email }) => `${name}\n${email}`.toLowerCase().includes(wanted));
  const rows = await rowsOf(db, found);
  const views = found.flatMap((one) => {
    const row = rows.get(one.id);
    return row ? [viewOf(one, row)] : [];
  });
  return { rows: views.slice((page - 1) * limit, page * limit), total: views.length };
}

/** Those of a package by name, for what other parts of the product make for them. */
export async function publishersWithLinks(
  scope: Scope,
  { database: { db }, publisherRegister }: Pick<SetupParts, 'database' | 'publisherRegister'>,
  packageName: string,
): Promise<{ id: number; name: string; key: string }[]> {
  requireMay(scope, 'tracking.read');
  const registered = await publisherRegister.ofPackage(db, requirePackage(scope, packageName));
  const rows = await rowsOf(db, registered);
  return registered.flatMap(({ id, name }) => {
    const row = rows.get(id);
    return row ? [{ id, name, key: row.key }] : [];
  });
}

export async function onePublisher(scope: Scope, parts: SetupParts, id: number): Promise<TrackingPublisher> {
  requireMay(scope, 'tracking.read');
  const { registered, row } = await ownPublisher(scope, parts, parts.database.db, id);
  return viewOf(registered, row);
}

/** Takes up the publisher of that name, or writes it into the register first. */
export async function addPublisher(scope: Scope, parts: SetupParts, body: NewBody): Promise<TrackingPublisher> {
  const packageName = requireWhole(scope, body.package_name);
  return parts.database.db.transaction(async (tx) => {
    const { name, email, status } = body;
    const known = await parts.publisherRegister.named(scope, tx, { packageName, name, email, status });
    const [row] = await tx
      .insert(trackingPublisherTable)
      .values({ publisherId: known.id, key: newKey(), ...columnsOf(body) })
      .onConflictDoNothing()
      .returning();
    if (!row) throw refuse('links_twice', {}, { as: 'conflict', field: 'name' });
    const same = known.email === email && known.status === status;
    const registered = same ? known : await parts.publisherRegister.edit(scope, tx, known.id, body, parts.now());
    await audit(tx, scope, { action: trackingAudit.addPublisher, ...auditOf(registered) });
    return viewOf(registered, row);
  });
}

export async function editPublisher(
  scope: Scope,
  parts: SetupParts,
  id: number,
  body: Body,
): Promise<TrackingPublisher> {
  return parts.database.db.transaction(async (tx) => {
    const { registered } = await ownPublisher(scope, parts, tx, id);
    requireWhole(scope, registered.packageName);
    const changed = await parts.publisherRegister.edit(scope, tx, id, body, parts.now());
    const [row] = await tx
      .update(trackingPublisherTable)
      .set(columnsOf(body))
      .where(eq(trackingPublisherTable.publisherId, id))
      .returning();
    if (!row) throw appError('not_found', { field: 'id' });
    await audit(tx, scope, { action: trackingAudit.editPublisher, ...auditOf(changed) });
    return viewOf(changed, row);
  });
}

/** Its links end; in the register it stays, and so does what it brought. */
export async function removePublisher(scope: Scope, parts: SetupParts, id: number): Promise<void> {
  await parts.database.db.transaction(async (tx) => {
    const { registered } = await ownPublisher(scope, parts, tx, id);
    requireWhole(scope, registered.packageName);
    await tx.delete(trackingPublisherTable).where(eq(trackingPublisherTable.publisherId, id));
    await audit(tx, scope, { action: trackingAudit.deletePublisher, ...auditOf(registered) });
  });
}

/** 404 for one without links, 403 for one of a foreign package. */
async function ownPublisher(
  scope: Scope,
  { publisherRegister }: SetupParts,
  db: Db | Tx,
  id: number,
): Promise<{ registered: Registered; row: Row }> {
  const [registered] = await publisherRegister.byId(db, [id]);
  const row = registered && (await rowsOf(db, [registered])).get(id);
  if (!registered || !row) throw appError('not_found', { field: 'id' });
  requirePackage(scope, registered.packageName);
  return { registered, row };
}

async function rowsOf(db: Db | Tx, of: readonly Pick<Registered, 'id'>[]): Promise<Map<number, Row>> {
  if (of.length === 0) return new Map();
  const ids = of.map(({ id }) => id);
  const rows = await db.select().from(trackingPublisherTable).where(inArray(trackingPublisherTable.publisherId, ids));
  return new Map(rows.map((row) => [row.publisherId, row]));
}

const columnsOf = (body: Body) => ({
  postbackUrl: body.postback_url,
  postbackEvents: body.postback_events,
  subRequired: body.sub_required,
});

const viewOf = (registered: Registered, row: Row): TrackingPublisher => ({
  id: registered.id,
  package_name: registered.packageName,
  name: registered.name,
  email: registered.email,
  status: registered.status,
  key: row.key,
  postback_url: row.postbackUrl,
  postback_events: row.postbackEvents,
  sub_required: row.subRequired,
  unknown_macros: unknownMacros(row.postbackUrl),
  updated_at: registered.updatedAt.toISOString(),
});

const auditOf = ({ id, name, packageName }: Registered) => ({
  subject: name.slice(0, 400),
  package: packageName,
  details: { id },
});
