import { sql } from 'drizzle-orm';
import type { AuditAction } from '#platform/contract/audit.ts';
import type { Actor } from '../access/scope.ts';
import type { Database } from '../postgres/postgres.ts';

export interface AuditRecord {
  action: AuditAction;
  /** What it was done to, as people name it: an e-mail, a file name, a rule. */
  subject?: string | undefined;
  package?: string | undefined;
  /** What was changed, from what to what. Never passwords, tokens or codes. */
  details?: Readonly<Record<string, unknown>> | undefined;
}

/** The database itself, or the transaction of the change: then either both are stored or neither is. */
export type AuditWriter = Pick<Database['db'], 'execute'>;

/** Text of Postgres cannot hold NUL; a name that does is still written down. */
const storable = (text: string | undefined): string | null => text?.replaceAll('\0', '\uFFFD') ?? null;

/** With the number, because two people may share a name and only one of them may be erased. */
const nameWithNumber = ({ id, name }: { id: number; name: string }): string => (id > 0 ? `${name} #${id}` : name);

/**
 * Adds one line to the log. Call it last in a transaction: from then on other writers of the log wait for its end.
 * `null` is the program itself or a stranger. Reading as another person is written down as the administrator's.
 */
export async function audit(writer: AuditWriter, actor: Actor | null, record: AuditRecord): Promise<void> {
  const who = actor?.viewer ?? (actor ? { id: actor.userId, name: actor.userName } : null);
  const role = actor?.viewer ? 'admin' : (actor?.roleName ?? '');
  // jsonb would refuse an escaped NUL; this stays text.
  const details = record.details && Object.keys(record.details).length > 0 ? JSON.stringify(record.details) : undefined;
  await writer.execute(sql`SELECT audit_append(
    ${record.action.name}, ${who && who.id > 0 ? who.id : null}, ${storable(who ? nameWithNumber(who) : undefined)}, ${role},
    ${storable(record.subject)}, ${record.package ?? null}, ${storable(details)})`);
}
