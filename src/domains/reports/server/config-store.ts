import { and, eq } from 'drizzle-orm';
import { filtersOn } from '#analytics/contract/offered.ts';
import { reportAudit } from '#domains/reports/contract/audit.ts';
import type { ReportConfig } from '#domains/reports/contract/endpoints.ts';
import { type Report, typesOf } from '#domains/reports/contract/report.ts';
import { RECORD_LIMIT } from '#domains/reports/contract/report-query.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { maySeeFilter, requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { DIMENSION_NAMES, DIMENSIONS, type DimensionName } from '#traffic/event/contract/dimensions.ts';
import { RAW_COLUMNS } from '#traffic/event/contract/event.ts';
import { FACTS } from '#traffic/event/contract/facts.ts';
import { EVENT_FILE_COLUMNS } from '#traffic/explorer/server/event-file.ts';
import { knownColumns } from './report-question.ts';
import { reportConfig } from './tables.ts';

interface Chosen {
  columns: readonly string[];
  filters: readonly string[];
}

const NOTHING: Chosen = { columns: [], filters: [] };

/** What was chosen for everybody of a package; empty lists where nothing was. */
export async function chosenFor(scope: Scope, { db }: Database, packageName: string, report: string): Promise<Chosen> {
  requirePackage(scope, packageName);
  const [row] = await db
    .select()
    .from(reportConfig)
    .where(and(eq(reportConfig.packageName, packageName), eq(reportConfig.report, report)));
  return row ?? NOTHING;
}

/** What the screen of a report offers the caller: the choice of the package, else what it is shipped with. */
export async function configOf(
  scope: Scope,
  database: Database,
  report: Report,
  { package_name, platform }: PackageInfo,
): Promise<ReportConfig> {
  requirePackage(scope, package_name);
  const chosen = await chosenFor(scope, database, package_name, report.id);
  const shown = chosen.columns.length > 0 ? chosen.columns : report.columns;
  const filters = chosen.filters.length > 0 ? chosen.filters.filter(isDimension) : filtersOn(platform);
  return {
    report: report.id,
    report_types: typesOf(report, platform),
    columns: report.rows === 'events' ? offered(shown) : [],
    filters: filters
      .filter((name) => maySeeFilter(scope, package_name, name))
      .map((name) => ({ name, label: DIMENSIONS[name].label })),
    record_limit: RECORD_LIMIT,
  };
}

const isDimension = (name: string): name is DimensionName => DIMENSION_NAMES.some((known) => known === name);

/** Those that are shown in their order, then all others. */
function offered(shown: readonly string[]): ReportConfig['columns'] {
  const known = shown.filter((name) => EVENT_FILE_COLUMNS.some((each) => each === name));
  const others = EVENT_FILE_COLUMNS.filter((name) => !known.includes(name));
  return [
    ...known.map((name) => ({ name, label: labelOf(name), chosen: true })),
    ...others.map((name) => ({ name, label: labelOf(name), chosen: false })),
  ];
}

/** Columns that are neither stored as they came nor a fact. */
const MADE: Partial<Record<string, string>> = {
  row_id: 'Event ID',
  hits: 'Rules that hit',
  ts: 'Time',
  kind: 'Kind',
  spend: 'Spend',
  spend_currency: 'Currency of the spend',
  spend_from: 'Spend from',
};
const LABELS: Readonly<Record<string, { label: string } | undefined>> = { ...FACTS, ...DIMENSIONS, ...RAW_COLUMNS };
const labelOf = (name: string): string => MADE[name] ?? LABELS[name]?.label ?? name;

/** For everybody of the package. @throws refused for a column that events do not have */
export async function configure(
  scope: Scope,
  database: Database,
  report: Report,
  info: PackageInfo,
  wanted: { columns?: readonly string[] | undefined; filters?: readonly DimensionName[] | undefined },
): Promise<ReportConfig> {
  requireMay(scope, 'rules.write');
  const packageName = requirePackage(scope, info.package_name);
  const chosen = {
    ...(wanted.columns && { columns: knownColumns(wanted.columns) }),
    ...(wanted.filters && { filters: [...new Set(wanted.filters)] }),
  };
  await database.db.transaction(async (tx) => {
    const row = { packageName, report: report.id, columns: [], filters: [] };
    await tx.insert(reportConfig).values(row).onConflictDoNothing();
    const which = and(eq(reportConfig.packageName, packageName), eq(reportConfig.report, report.id));
    if (Object.keys(chosen).length > 0) await tx.update(reportConfig).set(chosen).where(which);
    await audit(tx, scope, {
      action: reportAudit.configure,
      subject: report.id,
      package: packageName,
      details: Object.fromEntries(Object.entries(chosen).map(([part, names]) => [part, names.join(', ')])),
    });
  });
  return configOf(scope, database, report, info);
}
