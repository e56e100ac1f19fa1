import { domainToUnicode } from 'node:url';
import { and, count, eq, ilike, isNull, or, type SQL, sql } from 'drizzle-orm';
import { domainAudit } from '#domains/infringement/contract/audit.ts';
import { type DomainRow, type DomainStatus, MOST_DOMAINS } from '#domains/infringement/contract/domain-endpoints.ts';
import type { PRIORITIES } from '#domains/tickets/contract/ticket.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { requireMay, type Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { containing } from '#platform/server/postgres/like.ts';
import type { AskedDays } from './ad-store.ts';
import { ownDomains } from './known-parties.ts';
import { lookAlikes } from './look-alikes.ts';
import { changedBrand, ownBrand, ownRow } from './own-brand.ts';
import type { InfringementParts } from './parts.ts';
import { refuse } from './refuse.ts';
import { registeredDomain } from './sort-ad.ts';
import { type StoredDomain, trackedDomain } from './tables.ts';

const BATCH = 500;

interface Asked extends AskedDays {
  status?: DomainStatus | undefined;
  search?: string | undefined;
  page: number;
  limit: number;
}

/** What may be dangerous first: those with a page, the newest change of them first. */
const BY_DANGER = sql`array_position(ARRAY['live', 'unreachable', 'registered', 'unknown', 'unchecked', 'own', 'free'],
  ${trackedDomain.status}), ${trackedDomain.namesBrand} DESC, ${trackedDomain.changedAt} DESC NULLS LAST, ${trackedDomain.domain}`;

export async function listDomains(
  scope: Scope,
  { database: { db } }: Pick<InfringementParts, 'database'>,
  info: PackageInfo,
  { page, limit, status, search, ...days }: Asked,
): Promise<{ rows: DomainRow[]; total: number }> {
  const from = days.fromDate ?? days.start_date;
  const to = days.toDate ?? days.end_date;
  const { createdAt, domain, pageTitle, leadsTo } = trackedDomain;
  const pattern = containing(search ?? '');
  const zone = info.time_zone;
  const where = and(
    eq(trackedDomain.packageName, ownBrand(scope, info.package_name)),
    isNull(trackedDomain.removedAt),
    status && eq(trackedDomain.status, status),
    search ? or(ilike(domain, pattern), ilike(pageTitle, pattern), ilike(leadsTo, pattern)) : undefined,
    from ? sql`${createdAt} >= ${from}::timestamp AT TIME ZONE ${zone}` : undefined,
    to ? sql`${createdAt} < (${to}::timestamp + interval '1 day') AT TIME ZONE ${zone}` : undefined,
  );
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(trackedDomain)
      .where(where)
      .orderBy(BY_DANGER)
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(trackedDomain).where(where),
  ]);
  return { rows: rows.map(viewOf), total: counted?.total ?? 0 };
}

const viewOf = (row: StoredDomain): DomainRow => ({
  id: row.id,
  domain: row.domain,
  shown: domainToUnicode(row.domain),
  made_from: row.madeFrom,
  technique: row.technique,
  status: row.status,
  addresses: row.addresses,
  takes_mail: row.takesMail,
  certificate_issuer: row.certificateIssuer,
  certificate_until: row.certificateUntil?.toISOString() ?? null,
  page_title: row.pageTitle,
  leads_to: row.leadsTo,
  names_brand: row.namesBrand,
  asks_password: row.asksPassword,
  problem: row.problem,
  checked_at: row.checkedAt?.toISOString() ?? null,
  changed_at: row.changedAt?.toISOString() ?? null,
  state: row.state,
  ticket_id: row.ticketId,
  created_by: row.createdBy,
  created_at: row.createdAt.toISOString(),
});

type Named = Pick<StoredDomain, 'domain' | 'madeFrom' | 'technique'>;

/** Tracks domains by their names; one that was taken off before is tracked again. */
export async function addDomains(
  scope: Scope,
  parts: Pick<InfringementParts, 'database' | 'now'>,
  info: PackageInfo,
  domains: readonly string[],
): Promise<{ added: number; there: number }> {
  const named = domains.map((typed): Named => {
    const domain = registeredDomain(typed);
    if (!/^[a-z0-9.-]+\.[a-z0-9-]{2,}$/.test(domain))
      throw refuse('party_not_a_domain', { value: typed }, { field: 'domains' });
    return { domain, madeFrom: '', technique: '' };
  });
  return store(scope, parts, info, named, sql`excluded.technique`);
}

/** Tracks what looks like the own names. What a person has taken off stays away. */
export async function generateDomains(
  scope: Scope,
  parts: Pick<InfringementParts, 'database' | 'now'>,
  info: PackageInfo,
): Promise<{ added: number; there: number }> {
  const own = await ownDomains(parts.database.db, info);
  if (own.length === 0) throw refuse('domains_no_own', {}, { field: 'package_name' });
  const made = new Map<string, Named>();
  for (const madeFrom of own)
    for (const each of lookAlikes(madeFrom))
      if (!own.includes(each.domain) && !made.has(each.domain)) made.set(each.domain, { ...each, madeFrom });
  return store(scope, parts, info, [...made.values()]);
}

/** `again`: taken up again where it had been taken off. */
async function store(
  scope: Scope,
  { database: { db }, now }: Pick<InfringementParts, 'database' | 'now'>,
  info: PackageInfo,
  named: readonly Named[],
  again?: SQL,
): Promise<{ added: number; there: number }> {
  const packageName = changedBrand(scope, info.package_name);
  const wanted = [...new Map(named.map((each) => [each.domain, each])).values()];
  return db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`tracked_domain ${packageName}`}, 0))`);
    let added = 0;
    for (let start = 0; start < wanted.length; start += BATCH) {
      const rows = wanted
        .slice(start, start + BATCH)
        .map((each) => ({ ...each, packageName, createdBy: scope.userName, createdAt: now() }));
      const insert = tx.insert(trackedDomain).values(rows);
      const stored = await (again
        ? insert.onConflictDoUpdate({
            target: [trackedDomain.packageName, trackedDomain.domain],
            set: { removedAt: null, createdBy: scope.userName, createdAt: now() },
            setWhere: sql`${trackedDomain.removedAt} IS NOT NULL`,
          })
        : insert.onConflictDoNothing()
      ).returning({ id: trackedDomain.id });
      added += stored.length;
    }
    const [all] = await tx
      .select({ n: count() })
      .from(trackedDomain)
      .where(and(eq(trackedDomain.packageName, packageName), isNull(trackedDomain.removedAt)));
    if ((all?.n ?? 0) > MOST_DOMAINS) throw refuse('domains_too_many', { n: MOST_DOMAINS });
    const subject = wanted
      .slice(0, 3)
      .map(({ domain }) => domain)
      .join(', ');
    const details = { added, there: wanted.length - added };
    await audit(tx, scope, { action: domainAudit.add, subject, package: packageName, details });
    return details;
  });
}

export async function countDomains(
  scope: Scope,
  { database: { db } }: InfringementParts,
  name: string,
): Promise<number> {
  const own = and(eq(trackedDomain.packageName, changedBrand(scope, name)), isNull(trackedDomain.removedAt));
  const [all] = await db.select({ n: count() }).from(trackedDomain).where(own);
  await audit(db, scope, { action: domainAudit.check, package: name, details: { domains: all?.n ?? 0 } });
  return all?.n ?? 0;
}

async function ownDomain(scope: Scope, { database: { db } }: InfringementParts, id: number): Promise<StoredDomain> {
  const [found] = await db
    .select()
    .from(trackedDomain)
    .where(and(eq(trackedDomain.id, id), isNull(trackedDomain.removedAt)));
  return ownRow(scope, found);
}

export async function removeDomain(scope: Scope, parts: InfringementParts, id: number): Promise<void> {
  const row = await ownDomain(scope, parts, id);
  changedBrand(scope, row.packageName);
  await parts.database.db.transaction(async (tx) => {
    await tx.update(trackedDomain).set({ removedAt: parts.now() }).where(eq(trackedDomain.id, id));
    await audit(tx, scope, { action: domainAudit.remove, subject: row.domain, package: row.packageName });
  });
}

/** The incident of a domain: one, whoever finds it first. */
export const incidentOfDomain = (row: StoredDomain, now: Date) => ({
  package_name: row.packageName,
  source: 'infringement' as const,
  key: `domain ${row.domain}`,
  title: `Look-alike domain: ${domainToUnicode(row.domain)}`.slice(0, 300),
  category: 'Brand infringement',
  sub_category: 'Look-alike domain',
  url: `https://${row.domain}/`,
  evidence: { numbers: { names_brand: Number(row.namesBrand), asks_password: Number(row.asksPassword) } },
  happened_at: row.changedAt ?? row.checkedAt ?? now,
});

export async function ticketOfDomain(
  scope: Scope,
  parts: InfringementParts,
  id: number,
  { priority, description }: { priority: (typeof PRIORITIES)[number]; description: string },
): Promise<{ ticket_id: number; incident_id: number }> {
  requireMay(scope, 'ticket.write');
  const row = await ownDomain(scope, parts, id);
  if (row.ticketId !== null) throw refuse('domain_in_ticket', {}, { as: 'conflict' });
  const { id: incident } = await parts.openIncident(incidentOfDomain(row, parts.now()));
  const told = [description, evidenceOf(row)].filter((text) => text !== '').join('\n\n');
  const ticket = await parts.makeTicket(scope, incident, { priority, description: told });
  await parts.database.db.transaction(async (tx) => {
    await tx
      .update(trackedDomain)
      .set({ state: 'ticket', incidentId: incident, ticketId: ticket.id })
      .where(eq(trackedDomain.id, id));
    const details = { ticket: ticket.id };
    await audit(tx, scope, { action: domainAudit.ticket, subject: row.domain, package: row.packageName, details });
  });
  return { ticket_id: ticket.id, incident_id: incident };
}

const evidenceOf = (row: StoredDomain): string =>
  [
    row.domain,
    row.checkedAt ? `${row.status} · ${row.checkedAt.toISOString()}` : row.status,
    row.addresses.join(' '),
    row.certificateIssuer === ''
      ? ''
      : `${row.certificateIssuer} · ${row.certificateUntil?.toISOString().slice(0, 10) ?? ''}`,
    row.pageTitle,
    row.leadsTo === '' ? '' : `→ ${row.leadsTo}`,
  ]
    .filter((text) => text !== '')
    .join('\n');
