import type { Dataset } from '#analytics/contract/datasets.ts';
import type { DimensionFilters } from '#analytics/contract/filters.ts';
import { createCheckRange } from '#analytics/server/check-range.ts';
import type { AnalyticsDeps } from '#analytics/server/question.ts';
import { readFilters } from '#analytics/server/read-filters.ts';
import { HISTORY_MONTHS } from '#domains/reports/contract/pages.ts';
import {
  datasetOf,
  type Period,
  type Report,
  type ReportType,
  reportTypeOf,
  typesOf,
} from '#domains/reports/contract/report.ts';
import type { AskedReport } from '#domains/reports/contract/report-query.ts';
import type { Condition } from '#platform/contract/condition.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { allowedPublishers, allowedVendors, requirePage, type Scope } from '#platform/server/access/scope.ts';
import { leftOut } from '#traffic/explorer/contract/exclusions.ts';
import { EVENT_FILE_COLUMNS, type EventFileColumn } from '#traffic/explorer/server/event-file.ts';
import { readCondition } from '#traffic/explorer/server/read-condition.ts';
import { UNPAID } from '#traffic/money/server/money-sql.ts';
import { refuse } from './refuse.ts';

/** What a report asks, in the words of the product: nothing of HTTP left, everything checked. */
export interface ReportQuestion {
  report: Report;
  type: ReportType;
  info: PackageInfo;
  dataset: Dataset;
  from: string;
  to: string;
  where: DimensionFilters;
  not: DimensionFilters;
  search: string;
  condition?: Condition;
  /** What one row is; an aggregated report of events counts them by source. */
  rows: Report['rows'] | 'sources';
  period: Period;
  columns: readonly EventFileColumn[];
  /** Ids and addresses are shown as a publisher sees them. */
  masked: boolean;
  sort?: { by: string; descending: boolean };
}

export interface ReadDeps extends AnalyticsDeps {
  /** Columns that were chosen for everybody of the package; none where nobody chose. */
  chosenColumns: (scope: Scope, packageName: string, report: string) => Promise<readonly string[]>;
}

export type ReadReport = (scope: Scope, report: Report, asked: AskedReport) => Promise<ReportQuestion>;

/** Reads what was asked, for a page as for a file that is made later. Refuses what the caller may not see. */
export function createReadReport(deps: ReadDeps): ReadReport {
  const checkRange = createCheckRange(deps);
  return async (scope, report, asked) => {
    const info = await deps.packageInfo(scope, asked.package_name);
    requirePage(scope, info.package_name, [report.id]);
    const { from, to, where, search, sort } = readFilters(asked);
    // Foreign names are refused before anything else is said of the question.
    allowedPublishers(scope, where.publisher ?? []);
    allowedVendors(scope, where.vendor ?? []);
    await checkRange(info, { from, to }, HISTORY_MONTHS);
    const { type, dataset } = aboutOf(report, info, asked.report_type);
    const condition = conditionOf(scope, asked);
    const aggregated = report.rows === 'events' && asked.report_variant === 'aggregated';
    return {
      report,
      type,
      info,
      dataset,
      from,
      to,
      where: within(where, report.standing),
      not: leftOut(asked.not),
      search: search.trim(),
      ...(condition ? { condition } : {}),
      rows: aggregated ? 'sources' : report.rows,
      period: asked.period,
      columns: await columnsOf(report, asked.columns, () => deps.chosenColumns(scope, info.package_name, report.id)),
      masked: asked.user_type.toLowerCase().includes('publisher'),
      ...(sort ? { sort } : {}),
    };
  };
}

/** Of which rows the report is; the first type that the package has where none is named. */
function aboutOf(report: Report, { platform }: PackageInfo, said = ''): { type: ReportType; dataset: Dataset } {
  const offered = report.platform && report.platform !== platform ? [] : typesOf(report, platform);
  const unnamed = said.trim() === '' || (said.toLowerCase() === 'all' && !offered.includes('all'));
  const type = unnamed ? offered[0] : reportTypeOf(said);
  const dataset = type && offered.includes(type) ? datasetOf(type, platform) : undefined;
  if (!type || !dataset) throw refuse('report_type_unknown', { type: said || report.id }, { field: 'report_type' });
  return { type, dataset };
}

/** Of a field with a standing condition at most its values are left; of none of them nothing is. */
function within(where: DimensionFilters, standing: Report['standing'] = {}): DimensionFilters {
  const narrowed = { ...where };
  for (const [name, values] of Object.entries(standing) as [keyof DimensionFilters, readonly string[]][]) {
    const asked = where[name];
    const both = asked ? values.filter((value) => asked.includes(value)) : [...values];
    narrowed[name] = both.length > 0 ? both : [NO_VALUE];
  }
  return narrowed;
}

/** No code and no name: what is asked beside a standing condition finds nothing. */
const NO_VALUE = '\u{1}';

function conditionOf(scope: Scope, { query, publisher_type: who }: AskedReport): Condition | undefined {
  const parts: Condition[] = [];
  const said = readCondition(scope, query);
  if (said) parts.push(said);
  if (who !== 'all') parts.push(who === 'paid' ? PAID : { not: PAID });
  return parts.length === 0 ? undefined : { all: parts };
}

/** The spellings that trackers use. */
const spelled = (name: string): string[] => [name, name.toUpperCase(), name.slice(0, 1).toUpperCase() + name.slice(1)];
const PAID: Condition = {
  all: [
    { field: 'publisher', op: 'known' },
    { field: 'publisher', op: 'notIn', values: [...new Set(UNPAID.filter((name) => name !== '').flatMap(spelled))] },
  ],
};

const KNOWN: ReadonlySet<string> = new Set(EVENT_FILE_COLUMNS);
const isColumn = (name: string): name is EventFileColumn => KNOWN.has(name);

/** What is asked, else what the package has chosen, else what the report begins with. */
async function columnsOf(
  report: Report,
  asked: AskedReport['columns'],
  chosen: () => Promise<readonly string[]>,
): Promise<EventFileColumn[]> {
  if (report.rows !== 'events') return [];
  const named = (typeof asked === 'string' ? asked.split(',') : (asked ?? []))
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'all');
  if (named.length > 0) return knownColumns(named);
  const ofPackage = (await chosen()).filter(isColumn);
  return ofPackage.length > 0 ? ofPackage : [...report.columns];
}

/** Each once, in their order. @throws refused for a column that events do not have */
export function knownColumns(named: readonly string[]): EventFileColumn[] {
  return [...new Set(named)].map((name) => {
    if (!isColumn(name)) throw refuse('report_column_unknown', { column: name }, { field: 'columns' });
    return name;
  });
}
