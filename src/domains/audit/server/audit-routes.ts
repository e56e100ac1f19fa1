import { ok } from '#platform/contract/envelopes.ts';
import { totalPages } from '#platform/contract/paging.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { type Cell, csvFileName, csvStream } from '#platform/server/csv.ts';
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

export function auditRoutes({ database, now }: { database: Database; now: () => Date }): Route[] {
  return implement(auditLog)({
    list: async ({ scope, query }) => {
      const { rows, total } = await listAudit(database, scope, query);
      return { data: rows, Total_pages: totalPages(total, query.limit), total };
    },
    download: async ({ scope, query }) => {
      await audit(database.db, scope, { action: 'export.download', subject: 'audit log', details: query });
      async function* lines() {
        for await (const row of eachAudit(database, scope, query)) yield cellsOf(row);
      }
      return {
        fileName: csvFileName('audit', now().toISOString().slice(0, 10)),
        mediaType: 'text/csv; charset=utf-8',
        stream: csvStream(HEAD, lines()),
      };
    },
    check: async ({ scope }) => ok(await checkAudit(database, scope)),
  });
}
