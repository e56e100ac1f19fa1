import type { IntegrityKind } from '#domains/integrity/contract/kinds.ts';
import type { ReportRow } from '#domains/integrity/contract/report-endpoints.ts';
import { addDays } from '#platform/contract/date-range.ts';
import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import { lastDay } from '#traffic/event/server/newest-day.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';
import type { IntegrityParts } from './parts.ts';

const USUAL_DAYS = 7;
/** Rows of a file: what a spreadsheet still opens. */
const MOST_ROWS = 1_000_000;

export interface ReportQuestion {
  package_name: string;
  start_date?: string | undefined;
  end_date?: string | undefined;
  campaign?: string | undefined;
  publisher?: string | undefined;
  handling?: string | undefined;
  handling_reason?: string | undefined;
}

/** Requests of own links or pixels that the caller may see: those that say what was done with them. */
async function whereOf(scope: Scope, parts: IntegrityParts, kind: IntegrityKind, asked: ReportQuestion): Promise<Sql> {
  const info = await parts.packageInfo(scope, requirePackage(scope, asked.package_name));
  const to = asked.end_date ?? (await lastDay(parts.clickhouse, info));
  const named = (value: string | undefined) => (value === undefined || value === '' ? [] : [value]);
  const where = trafficWhere(scope, {
    package: info.package_name,
    kinds: [kind],
    from: asked.start_date ?? addDays(to, 1 - USUAL_DAYS),
    to,
    timeZone: info.time_zone,
    where: {
      campaign: named(asked.campaign),
      publisher: named(asked.publisher),
      handling: named(asked.handling),
      handling_reason: named(asked.handling_reason),
    },
  });
  return sql`${where} AND handling != ''`;
}

export async function reportRows(
  scope: Scope,
  parts: IntegrityParts,
  kind: IntegrityKind,
  { page, limit, ...asked }: ReportQuestion & { page: number; limit: number },
): Promise<{ rows: ReportRow[]; total: number }> {
  requireMay(scope, 'event.read');
  const where = await whereOf(scope, parts, kind, asked);
  const [rows, [counted]] = await Promise.all([
    parts.clickhouse.query<ReportRow>(pageSql(where, limit, (page - 1) * limit), { tag: 'integrity-report' }),
    parts.clickhouse.query<{ total: number }>(sql`SELECT count() AS total FROM traffic WHERE ${where}`, {
      tag: 'integrity-report-total',
    }),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

/** All of them, in pieces, for a file. */
export async function* eachReportRow(
  scope: Scope,
  parts: IntegrityParts,
  kind: IntegrityKind,
  asked: ReportQuestion,
): AsyncGenerator<ReportRow> {
  requireMay(scope, 'event.read');
  const where = await whereOf(scope, parts, kind, asked);
  const piece = 20_000;
  for (let offset = 0; offset < MOST_ROWS; offset += piece) {
    const rows = await parts.clickhouse.query<ReportRow>(pageSql(where, piece, offset), { tag: 'integrity-file' });
    yield* rows;
    if (rows.length < piece) return;
  }
}

/** What a row shows; address and ids stay where the event is. */
const pageSql = (where: Sql, limit: number, offset: number): Sql =>
  sql`SELECT toString(row_id) AS row_id, formatDateTime(at, '%FT%T.000Z', 'UTC') AS ts, toString(campaign) AS campaign,
      toString(publisher) AS publisher, toString(sub_publisher) AS sub_publisher, toString(ip_country) AS country,
      toString(handling) AS handling, toString(handling_reason) AS handling_reason, toString(verdict) AS verdict,
      toString(reason) AS reason
    FROM (
      SELECT row_id, ts AS at, campaign, publisher, sub_publisher, ip_country, handling, handling_reason, verdict, reason
      FROM traffic WHERE ${where} ORDER BY ts DESC, row_id LIMIT ${typed('UInt32', limit)} OFFSET ${typed('UInt32', offset)}
    ) ORDER BY at DESC, row_id`;

interface Totals {
  total: number;
  handlings: { handling: string; requests: number }[];
  reasons: { handling_reason: string; requests: number }[];
  verdicts: { verdict: string; requests: number }[];
}

export async function reportTotals(
  scope: Scope,
  parts: IntegrityParts,
  kind: IntegrityKind,
  asked: ReportQuestion,
): Promise<Totals> {
  requireMay(scope, 'board.read');
  const where = await whereOf(scope, parts, kind, asked);
  const rows = await parts.clickhouse.query<{
    handling: string;
    handling_reason: string;
    verdict: string;
    requests: number;
  }>(
    sql`SELECT toString(handling) AS handling, toString(handling_reason) AS handling_reason,
        toString(verdict) AS verdict, count() AS requests
      FROM traffic WHERE ${where} GROUP BY handling, handling_reason, verdict`,
    { tag: 'integrity-totals' },
  );
  const summed = <K extends 'handling' | 'handling_reason' | 'verdict'>(name: K) => {
    const sums = new Map<string, number>();
    for (const row of rows) sums.set(row[name], (sums.get(row[name]) ?? 0) + row.requests);
    return [...sums].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  };
  return {
    total: rows.reduce((sum, { requests }) => sum + requests, 0),
    handlings: summed('handling').map(([handling, requests]) => ({ handling, requests })),
    reasons: summed('handling_reason')
      .filter(([reason]) => reason !== '')
      .map(([handling_reason, requests]) => ({ handling_reason, requests })),
    verdicts: summed('verdict').map(([verdict, requests]) => ({ verdict, requests })),
  };
}
