import { asc, sql } from 'drizzle-orm';
import type { AskedOfTracking } from '#domains/tracking/contract/report-endpoints.ts';
import type { ReportFilter } from '#domains/tracking/contract/reports.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { conversionTable, postbackTable } from '../tables.ts';
import { conversionsWhere, postbacksWhere, readAsked } from './asked.ts';
import { figuresBy } from './figures.ts';
import type { ReportParts } from './report-parts.ts';

/** Values that a filter has among what a report is about, by name, with the words for them. */
export async function trackingFilterValues(
  scope: Scope,
  parts: ReportParts,
  filter: ReportFilter,
  { [filter]: _own, ...others }: AskedOfTracking,
): Promise<{ values: string[]; labels: string[] }> {
  // Of the filter itself every value is offered, also those that it leaves out now.
  const question = await readAsked(scope, parts, others);
  const { db } = parts.database;
  if (filter === 'event' || filter === 'pb_status') {
    const [of, where, column] =
      filter === 'event'
        ? ([conversionTable, conversionsWhere(question), conversionTable.event] as const)
        : ([postbackTable, postbacksWhere(question), postbackTable.pbStatus] as const);
    const rows = await db
      .selectDistinct({ value: sql<string>`${column}` })
      .from(of)
      .where(where)
      .orderBy(asc(column));
    return same(rows.map(({ value }) => value).filter((value) => value !== ''));
  }
  const groups = await figuresBy(scope, parts, question, [filter === 'publisher' ? 'publisher' : 'campaign']);
  if (filter === 'publisher')
    return same([...new Set(groups.map(({ publisher }) => publisher))].filter((name) => name !== '').sort());
  const campaigns = groups
    .map(({ campaign }) => campaign)
    .filter(({ id }) => id !== null)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return { values: campaigns.map(({ id }) => String(id)), labels: campaigns.map(({ name }) => name) };
}

const same = (values: string[]) => ({ values, labels: values });
