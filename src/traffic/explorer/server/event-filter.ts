import { appError } from '#platform/server/http/app-error.ts';
import { DIMENSION_NAMES, type DimensionName } from '#traffic/event/contract/dimensions.ts';
import { EVENT_KINDS, type EventKind } from '#traffic/event/contract/event.ts';
import { MORE_KEYS, type MoreKey } from '#traffic/event/contract/keys.ts';
import type { KeyFilters, TrafficFilter } from '#traffic/event/server/traffic-where.ts';
import { leftOut } from '#traffic/explorer/contract/exclusions.ts';
import { refuse } from './refuse.ts';

type Values = string | string[] | undefined;

export interface EventQuery extends Partial<Record<DimensionName | MoreKey, Values>> {
  kind?: Values;
  not?: Values;
  group?: Values;
  fromDate?: string | undefined;
  toDate?: string | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
}

/** Names the spec gives to kinds that are not simply the kind in another case. */
const SPELLINGS: ReadonlyMap<string, readonly EventKind[]> = new Map([
  ['event', ['web_event', 'app_event']],
  ['reengagement_clicks', ['re_click']],
  ['reengagement_events', ['re_event']],
]);

/** The filter of the boards from the parameters of the list; 400 without a range, 422 for a reversed one. */
export function eventFilter(
  query: EventQuery,
  packageInfo: { package_name: string; time_zone: string },
): TrafficFilter {
  const from = query.fromDate ?? query.start_date;
  const to = query.toDate ?? query.end_date;
  if (from === undefined) throw missing('fromDate');
  if (to === undefined) throw missing('toDate');
  if (from > to) throw appError('range_reversed', { field: 'fromDate' });
  const where: TrafficFilter['where'] = {};
  for (const name of DIMENSION_NAMES) {
    const chosen = decode(query[name]);
    if (chosen.length > 0) where[name] = chosen;
  }
  const keys: KeyFilters = {};
  for (const name of MORE_KEYS) {
    const chosen = decode(query[name]);
    if (chosen.length > 0) keys[name] = chosen;
  }
  const groups = decode(query.group);
  if (groups.length > 0) where.reason_group = [...(where.reason_group ?? []), ...groups];
  return {
    package: packageInfo.package_name,
    kinds: kindsOf(query.kind),
    from,
    to,
    timeZone: packageInfo.time_zone,
    where,
    not: leftOut(query.not),
    keys,
  };
}

const missing = (field: string) => refuse('parameter_missing', { parameter: field }, { as: 'malformed', field });

/** A single text is a comma list; repeated parameters are taken as they are. */
const decode = (values: Values): string[] =>
  (typeof values === 'string' ? values.split(',').map((part) => part.trim()) : (values ?? [])).filter(
    (value) => value !== '',
  );

function kindsOf(values: Values): EventKind[] {
  const asked = decode(values).map((value) => value.toLowerCase());
  if (asked.includes('all')) return [];
  return asked.flatMap((name) => {
    const known = SPELLINGS.get(name) ?? EVENT_KINDS.filter((kind) => kind === name);
    if (known.length === 0) throw refuse('unknown_kind', { kind: name }, { as: 'malformed', field: 'kind' });
    return known;
  });
}
