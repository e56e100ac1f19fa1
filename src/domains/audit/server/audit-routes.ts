import { exportAudit } from '#domains/audit/contract/audit.ts';
import type { AuditAction } from '#platform/contract/audit.ts';
import { ok, paged } from '#platform/contract/envelopes.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { type Cell, csvFileName, csvStream } from '#platform/server/csv.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { type AuditRow, auditLog } from '../contract/endpoints.ts';
import { checkAudit, eachAudit, listAudit } from './audit-store.ts';

const HEAD = ['number', 'time (UTC)', 'action', 'who', 'role', 'what', 'package', 'details', 'hash'];

const cellsOf = (row: AuditRow): Cell[] => [
  row.id,
  row.at,
  row.action,
  row.actor,
  row.role,
  row.subject,
  row.package,
  row.details === null ? '' : JSON.stringify(row.details),
  row.hash,
];

export interface AuditDeps {
  database: Database;
  now: () => Date;
  /** Everything the product writes to the log. */
  actions: readonly AuditAction[];
}

export function auditRoutes({ database, now, actions }: AuditDeps): Route[] {
  const names = new Set(actions.map(({ name }) => name));
  const requireNames = (asked: string | readonly string[] = []): void => {
    const each = typeof asked === 'string' ? [asked] : asked;
    if (!each.every((name) => names.has(name))) throw appError('malformed', { field: 'action' });
  };
  return implement(auditLog)({
    list: async ({ scope, query }) => {
      requireNames(query.action);
      return paged(await listAudit(scope, database, query), query.limit);
    },
    download: async ({ scope, query }) => {
      requireNames(query.action);
      await audit(database.db, scope, { action: exportAudit.download, subject: 'audit log', details: query });
      async function* lines() {
        for await (const row of eachAudit(scope, database, query)) yield cellsOf(row);
      }
      return {
        fileName: csvFileName('audit', now().toISOString().slice(0, 10)),
        mediaType: 'text/csv; charset=utf-8',
        stream: csvStream(HEAD, lines()),
      };
    },
    actions: async () => ok([...names]),
    check: async ({ scope }) => ok(await checkAudit(scope, database)),
  });
}
