import type { Scope } from '#platform/server/access/scope.ts';
import type { EventRow } from '#traffic/explorer/contract/events-endpoints.ts';
import { eventTable } from '#traffic/explorer/server/event-file.ts';
import { allEvents, type EventQuestion, listEvents } from '#traffic/explorer/server/event-list.ts';
import { maskPersonal } from '#traffic/explorer/server/masking.ts';
import type { ReportQuestion } from './report-question.ts';
import type { ReportTable, RowsDeps, RowsPage } from './report-rows.ts';

/** Which events a report is about, as the list of events asks. */
export async function eventsAsked({ moneyOf }: RowsDeps, question: ReportQuestion, signal?: AbortSignal) {
  const { info, from, to, where, not, search, condition, dataset } = question;
  const filter = {
    package: info.package_name,
    kinds: dataset.kinds as EventQuestion['filter']['kinds'],
    from,
    to,
    timeZone: info.time_zone,
    where,
    not,
  };
  return { filter, search, ...(condition ? { condition } : {}), money: await moneyOf(info, { from, to }, signal) };
}

/** What a row is known by, and what an amount means nothing without. */
const ALWAYS = ['row_id', 'spend_currency', 'spend_from', 'currency'] as const;

export async function eventRows(
  scope: Scope,
  deps: RowsDeps,
  question: ReportQuestion,
  { limit, page }: { limit: number; page: number },
  signal?: AbortSignal,
): Promise<RowsPage> {
  const asked = await eventsAsked(deps, question, signal);
  const offset = (page - 1) * limit;
  const list = await listEvents(scope, deps.clickhouse, { ...asked, sort: 'newest', offset, limit }, signal);
  const rows = list.data.map((row) => {
    const { row_id, hits, ...columns } = shown(question, row);
    const values: Record<string, unknown> = { ...columns, row_id, hits: hits.join(' ') };
    return Object.fromEntries([...new Set([...ALWAYS, ...question.columns])].map((name) => [name, values[name]]));
  });
  return { rows, total: list.total, totals: null };
}

export async function eventsTable(
  scope: Scope,
  deps: RowsDeps,
  question: ReportQuestion,
  signal?: AbortSignal,
): Promise<ReportTable> {
  const asked = await eventsAsked(deps, question, signal);
  const events = await allEvents(scope, deps.clickhouse, asked, signal);
  const table = eventTable(masked(question, events), question.columns);
  return { plain: table, typed: table };
}

const shown = ({ masked: asPublisher }: ReportQuestion, row: EventRow): EventRow =>
  asPublisher ? { ...maskPersonal(row), hits: [] } : row;

async function* masked(question: ReportQuestion, rows: AsyncIterable<EventRow>): AsyncGenerator<EventRow> {
  for await (const row of rows) yield shown(question, row);
}
