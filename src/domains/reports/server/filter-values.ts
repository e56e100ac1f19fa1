import { PARAMETER_ALIASES } from '#analytics/contract/filters.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { DIMENSION_NAMES, type DimensionName } from '#traffic/event/contract/dimensions.ts';
import { fieldValues } from '#traffic/explorer/server/field-values.ts';
import { eventsAsked } from './event-rows.ts';
import type { ReportQuestion } from './report-question.ts';
import type { RowsDeps } from './report-rows.ts';

const ALIASES: ReadonlyMap<string, DimensionName> = new Map([
  ...Object.entries(PARAMETER_ALIASES),
  ['event', 'event_name'],
  ['fraud', 'reason'],
]);

/** The dimension behind a name of a filter, in the spellings of the specification. @throws not_found */
export function dimensionOf(name: string): DimensionName {
  const found = DIMENSION_NAMES.find((known) => known === name) ?? ALIASES.get(name);
  if (!found) throw appError('not_found', { field: 'name' });
  return found;
}

/** Values of a filter among the events that a report is about, whatever its rows are. */
export async function filterValues(
  scope: Scope,
  deps: RowsDeps,
  question: ReportQuestion,
  { name, containing }: { name: string; containing: string },
  signal?: AbortSignal,
) {
  const field = dimensionOf(name);
  const { money: _money, ...asked } = await eventsAsked(deps, question, signal);
  const { data, more } = await fieldValues(
    scope,
    deps.clickhouse,
    { ...asked, importId: undefined, field, containing },
    signal,
  );
  return { values: data.map(({ value }) => value), counts: data.map(({ events }) => events), more };
}
