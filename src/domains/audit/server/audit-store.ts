import { type SQL, sql } from 'drizzle-orm';
import { requireMay, type Scope } from '#platform/server/access/scope.ts';
import { containing } from '#platform/server/postgres/like.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { AuditRow } from '../contract/endpoints.ts';

export interface AuditFilter {
  search?: string | undefined;
  action?: string | readonly string[] | undefined;
  actor?: string | undefined;
  package_name?: string | undefined;
  fromDate?: string | undefined;
  toDate?: string | undefined;
}

/** One page of a download; the next begins below its last number. */
const BATCH = 1000;
const MAX_BREAKS = 100;

/** Names are looked for among the words first, and those lead to the entries by index. */
const wordsLike = (text: string, kinds: SQL): SQL =>
  sql`(SELECT ref FROM audit_word WHERE text ILIKE ${containing(text.trim())} AND kind IN (${kinds}))`;

function whereOf({ search, action, actor, package_name, fromDate, toDate }: AuditFilter): SQL {
  const actions = action === undefined ? [] : typeof action === 'string' ? [action] : action;
  const parts: SQL[] = [sql`true`];
  if (search?.trim()) {
    const words = wordsLike(search, sql`'actor', 'subject', 'package', 'details'`);
    parts.push(sql`(e.actor IN ${words} OR e.subject IN ${words} OR e.package IN ${words} OR e.details IN ${words})`);
  }
  if (actions.length > 0)
    parts.push(
      sql`e.action IN (${sql.join(
        actions.map((name) => sql`${name}`),
        sql`, `,
      )})`,
    );
  if (actor?.trim()) parts.push(sql`e.actor IN ${wordsLike(actor, sql`'actor'`)}`);
  if (package_name?.trim())
    parts.push(sql`e.package IN (SELECT ref FROM audit_word WHERE kind = 'package' AND text = ${package_name.trim()})`);
  if (fromDate) parts.push(sql`e.at >= ${fromDate}::date`);
  if (toDate) parts.push(sql`e.at < ${toDate}::date + 1`);
  return sql.join(parts, sql` AND `);
}

interface StoredRow extends Record<string, unknown> {
  id: string;
  at: Date;
  action: string;
  role: string;
  actor: string | null;
  subject: string | null;
  package: string | null;
  details: string | null;
  erased: boolean;
  hash: string;
}

const ROWS = sql`
  SELECT e.id, e.at, e.action, e.role, a.text AS actor, s.text AS subject, p.text AS package, d.text AS details,
    (e.actor IS NOT NULL AND a.ref IS NULL) OR (e.subject IS NOT NULL AND s.ref IS NULL)
      OR (e.package IS NOT NULL AND p.ref IS NULL) OR (e.details IS NOT NULL AND d.ref IS NULL) AS erased,
    encode(e.hash, 'hex') AS hash
  FROM audit_entry e
  LEFT JOIN audit_word a ON a.ref = e.actor
  LEFT JOIN audit_word s ON s.ref = e.subject
  LEFT JOIN audit_word p ON p.ref = e.package
  LEFT JOIN audit_word d ON d.ref = e.details`;

export async function listAudit(
  scope: Scope,
  { db }: Database,
  { page, limit, ...filter }: AuditFilter & { page: number; limit: number },
): Promise<{ rows: AuditRow[]; total: number }> {
  requireMay(scope, 'server.read');
  const where = whereOf(filter);
  const [found, counted] = await Promise.all([
    db.execute<StoredRow>(sql`${ROWS} WHERE ${where} ORDER BY e.id DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}`),
    db.execute<{ total: number }>(sql`SELECT count(*)::int AS total FROM audit_entry e WHERE ${where}`),
  ]);
  return { rows: found.rows.map(toView), total: counted.rows[0]?.total ?? 0 };
}

/** All entries that fit, newest first, a thousand at a time: a log of years is not held in memory. */
export async function* eachAudit(scope: Scope, { db }: Database, filter: AuditFilter): AsyncGenerator<AuditRow> {
  requireMay(scope, 'server.read');
  const where = whereOf(filter);
  for (let before: number | undefined; ; ) {
    const below = before === undefined ? sql`true` : sql`e.id < ${before}`;
    const { rows } = await db.execute<StoredRow>(
      sql`${ROWS} WHERE ${where} AND ${below} ORDER BY e.id DESC LIMIT ${BATCH}`,
    );
    yield* rows.map(toView);
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    before = Number(last.id);
  }
}

export async function checkAudit(scope: Scope, { db }: Database) {
  requireMay(scope, 'server.read');
  const [counted, broken] = [
    await db.execute<{ entries: number; last_hash: string | null }>(
      sql`SELECT count(*)::int AS entries, (SELECT encode(hash, 'hex') FROM audit_entry ORDER BY id DESC LIMIT 1) AS last_hash FROM audit_entry`,
    ),
    await db.execute<{ id: string }>(sql`SELECT id FROM audit_break ORDER BY id LIMIT ${MAX_BREAKS}`),
  ];
  return {
    entries: counted.rows[0]?.entries ?? 0,
    breaks: broken.rows.map(({ id }) => Number(id)),
    last_hash: counted.rows[0]?.last_hash ?? '',
  };
}

const toView = (row: StoredRow): AuditRow => ({
  id: Number(row.id),
  at: new Date(row.at).toISOString(),
  action: row.action,
  actor: row.actor ?? '',
  role: row.role,
  subject: row.subject ?? '',
  package: row.package ?? '',
  details: row.details === null ? null : parsed(row.details),
  erased: row.erased,
  hash: row.hash,
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
