import { and, asc, eq } from 'drizzle-orm';
import type { FrozenEvidence, MovedEvidence, TicketDetail } from '#domains/tickets/contract/ticket.ts';
import { may, type Scope } from '#platform/server/access/scope.ts';
import { isKept } from './case-where.ts';
import { viewOf } from './change-ticket.ts';
import { countNow, ruleSetVersion } from './evidence.ts';
import { findTicket } from './find-ticket.ts';
import { historyOf, namesOf } from './history.ts';
import { incidentViews } from './incident-list.ts';
import { incidentTable, ticketAttachment, ticketComment, ticketIncident, ticketShare } from './tables.ts';
import type { TicketParts } from './ticket-parts.ts';
import { isWatching } from './watching.ts';

/** @throws not_found; forbidden for a ticket of others */
export async function ticketDetail(scope: Scope, parts: TicketParts, id: number): Promise<TicketDetail> {
  const { database } = parts;
  const { db } = database;
  await findTicket(scope, db, id);
  const kept = isKept(scope);
  const [view, watching, incidents, comments, history, attachments, shares] = await Promise.all([
    viewOf(scope, parts, id),
    isWatching(scope, database, id),
    incidentsOf(scope, parts, id),
    commentsOf(parts, id, kept),
    historyOf(scope, database, id),
    filesOf(parts, id, kept),
    kept ? [] : db.select().from(ticketShare).where(eq(ticketShare.ticketId, id)).orderBy(asc(ticketShare.name)),
  ]);
  return {
    ...view,
    may_change: may(scope, 'ticket.write') && !scope.viewer,
    watching,
    incidents,
    comments,
    history,
    attachments,
    shared_with: shares.map(({ kind, name }) => ({ kind, name })),
  };
}

async function incidentsOf(scope: Scope, { database }: TicketParts, id: number) {
  const found = await database.db
    .select({ incident: incidentTable, link: ticketIncident })
    .from(ticketIncident)
    .innerJoin(incidentTable, eq(incidentTable.id, ticketIncident.incidentId))
    .where(eq(ticketIncident.ticketId, id))
    .orderBy(asc(ticketIncident.attachedAt), asc(incidentTable.id));
  const views = await incidentViews(
    scope,
    database,
    found.map(({ incident }) => incident),
  );
  return views.map((view) => {
    const link = found.find(({ incident }) => incident.id === view.id)?.link;
    if (!link) throw new Error('An incident without its ticket');
    return { ...view, frozen: frozenFor(scope, link.evidence), attached_at: link.attachedAt.toISOString() };
  });
}

const NOTHING_SHOWN = { numbers: {}, rule_set_version: null, counts: null, sample: [] };

/**
 * Who is kept sees counts and events of traffic that is all their own, and nothing of what is about others as well; the
 * limits behind them, with which a rule could be avoided, they never see.
 */
function frozenFor(scope: Scope, { asked, ...evidence }: FrozenEvidence): TicketDetail['incidents'][number]['frozen'] {
  if (!isKept(scope)) return { ...evidence, ...(asked ? { asked } : {}) };
  const isOwn = (theirs: Scope['publishers'], values: readonly string[] | undefined): boolean =>
    theirs !== 'all' && values !== undefined && values.length > 0 && values.every((value) => theirs.has(value));
  const own = isOwn(scope.publishers, asked?.where.publisher) || isOwn(scope.vendors, asked?.where.vendor);
  return own ? { ...NOTHING_SHOWN, counts: evidence.counts, sample: evidence.sample } : NOTHING_SHOWN;
}

async function commentsOf({ database }: TicketParts, id: number, kept: boolean) {
  const rows = await database.db
    .select()
    .from(ticketComment)
    .where(and(eq(ticketComment.ticketId, id), kept ? eq(ticketComment.internal, false) : undefined))
    .orderBy(asc(ticketComment.id));
  const names = await namesOf(
    database,
    rows.flatMap(({ mentions }) => mentions),
  );
  return rows.map(({ id: comment, author, text, internal, mentions, createdAt }) => ({
    id: comment,
    author,
    text,
    internal,
    mentions: mentions.flatMap((person) => {
      const name = names.get(person);
      return name === undefined ? [] : [{ id: person, name }];
    }),
    created_at: createdAt.toISOString(),
  }));
}

async function filesOf({ database: { db } }: TicketParts, id: number, kept: boolean) {
  const t = ticketAttachment;
  const rows = await db
    .select({
      id: t.id,
      file_name: t.fileName,
      media_type: t.mediaType,
      bytes: t.bytes,
      internal: t.internal,
      added_by: t.addedBy,
      addedAt: t.addedAt,
    })
    .from(t)
    .where(and(eq(t.ticketId, id), kept ? eq(t.internal, false) : undefined))
    .orderBy(asc(t.id));
  return rows.map(({ addedAt, ...file }) => ({ ...file, added_at: addedAt.toISOString() }));
}

/** Incidents whose traffic is counted again for one look at a ticket: the first ones attached. */
const RECOUNTED = 20;

/** Nothing for who is kept: what they may count is not what was counted. */
export async function movedSince(
  scope: Scope,
  parts: TicketParts,
  id: number,
  signal?: AbortSignal,
): Promise<MovedEvidence[]> {
  const ticket = await findTicket(scope, parts.database.db, id);
  if (isKept(scope)) return [];
  const links = await parts.database.db
    .select()
    .from(ticketIncident)
    .where(eq(ticketIncident.ticketId, id))
    .orderBy(asc(ticketIncident.attachedAt), asc(ticketIncident.incidentId))
    .limit(RECOUNTED);
  const version = await ruleSetVersion(parts, ticket.packageName);
  const moved: MovedEvidence[] = [];
  for (const { incidentId, evidence } of links) {
    const { counts: before, asked } = evidence;
    const now = asked ? await countNow(scope, parts, ticket.packageName, asked, signal) : null;
    moved.push({
      incident_id: incidentId,
      frozen: before,
      now,
      moved:
        before !== null &&
        now !== null &&
        (before.total !== now.total || before.fraud !== now.fraud || before.suspect !== now.suspect),
      rule_set_version: { frozen: evidence.rule_set_version, now: version },
    });
  }
  return moved;
}
