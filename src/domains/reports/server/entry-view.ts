import type { ReportEntry } from '#domains/reports/contract/endpoints.ts';
import { KEPT_DAYS } from '#domains/reports/contract/endpoints.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { EntryRow } from './tables.ts';

const DAY_MS = 86_400_000;

/** Parts of what was asked that an entry says by other names, or that every report has. */
const SAID_ELSEWHERE: ReadonlySet<string> = new Set([
  'package_name',
  'fromDate',
  'toDate',
  'start_date',
  'end_date',
  'report_type',
  'format',
  'name',
  'record_limit',
  'page_number',
]);
const USUAL: Readonly<Record<string, string>> = {
  user_type: 'customer',
  publisher_type: 'all',
  report_variant: 'transactional',
  period: 'date',
};

/** Whether the entry is the caller's own, to be tried again and deleted. */
export const isOwn = (scope: Scope, { authorId }: Pick<EntryRow, 'authorId'>): boolean => authorId === scope.userId;

/** An entry as the caller sees it. */
export const entryOf = (scope: Scope, row: EntryRow): ReportEntry => ({
  id: row.id,
  package_name: row.packageName,
  report: row.report,
  report_type: row.reportType,
  name: row.name,
  format: row.format,
  from: row.firstDay,
  to: row.lastDay,
  filters: Object.fromEntries(
    Object.entries(row.asked).filter(
      ([name, value]) => !SAID_ELSEWHERE.has(name) && value !== '' && value !== 'all' && value !== USUAL[name],
    ),
  ),
  requested_by: row.author,
  status: row.state,
  created_at: row.createdAt.toISOString(),
  finished_at: row.finishedAt?.toISOString() ?? null,
  expires_at: new Date(row.createdAt.getTime() + KEPT_DAYS * DAY_MS).toISOString(),
  rows: row.rows,
  file: row.state === 'Ready' && row.fileName ? { name: row.fileName, bytes: row.bytes ?? 0 } : null,
  error: row.state === 'Failed' ? { code: 400, message: row.error ?? '', told: row.told } : null,
  own: isOwn(scope, row),
  scheduled: row.slotAt !== null,
});
