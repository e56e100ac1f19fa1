import { ASKED_MEASURES, factOfMedian } from '#analytics/contract/explore-measures.ts';
import {
  COMPARED,
  type ExploreQueryInput,
  MOST_KEYS,
  MOST_MEASURES,
  USUAL_MEASURES,
  VIEWS,
  type View,
} from '#domains/explore/contract/explore-endpoints.ts';
import { isFactKey, isKeyName, type KeyName } from '#traffic/event/contract/keys.ts';
import { type AddressFilter, filtersOf, isFilterSaid, sentFilters } from '#traffic/explorer/web/event-address.ts';

/** A question as an address says it, whichever page it stands on. */
export interface Ask {
  by: KeyName[];
  measures: string[];
  compare: (typeof COMPARED)[number];
  sort: string | undefined;
  order: 'asc' | 'desc' | undefined;
  view: View;
  filters: AddressFilter[];
  /** A condition as JSON; '' for none. */
  query: string;
}

const listIn = (params: URLSearchParams, name: string): string[] => (params.get(name) ?? '').split(',').filter(Boolean);

/** What an address of another time names and there is no more is left out: the rest still answers. */
export function readAsk(params: URLSearchParams): Ask {
  const by = listIn(params, 'by').filter(isKeyName).slice(0, MOST_KEYS);
  const measures = listIn(params, 'measures').filter((name) => ASKED_MEASURES.includes(name));
  const [first = 'table', ...others] = VIEWS;
  const order = params.get('order');
  return {
    by,
    measures: measures.length > 0 ? measures.slice(0, MOST_MEASURES) : USUAL_MEASURES,
    compare: COMPARED.find((one) => one === params.get('compare')) ?? 'none',
    sort: params.get('by_column') ?? undefined,
    order: order === 'asc' || order === 'desc' ? order : undefined,
    view: others.find((one) => one === params.get('view')) ?? first,
    filters: filtersOf(params),
    query: params.get('query') ?? '',
  };
}

const OWN_PARTS: ReadonlySet<string> = new Set(['by', 'measures', 'compare', 'by_column', 'order', 'view', 'query']);

/** What an address names and there is no more, by the names it has there: what is shown is of the rest. */
export function droppedOf(params: URLSearchParams): string[] {
  const gone = [
    ...listIn(params, 'by').filter((name) => !isKeyName(name)),
    ...listIn(params, 'measures').filter((name) => !ASKED_MEASURES.includes(name)),
    ...[...params].flatMap(([name, value]) => (OWN_PARTS.has(name) || isFilterSaid(name, value) ? [] : [name])),
  ];
  return [...new Set(gone)];
}

/** The same without what only those see who see facts; with the names of what was taken out. */
export function withoutFacts(ask: Ask): { ask: Ask; closed: string[] } {
  const isOpen = (name: string): boolean => !isFactKey(name) && factOfMedian(name) === undefined;
  const measures = ask.measures.filter(isOpen);
  const filters = ask.filters.filter(({ name }) => isOpen(name));
  const names = [
    ...ask.by,
    ...ask.measures,
    ...ask.filters.map(({ name }) => name),
    ...(ask.query === '' ? [] : ['query']),
  ];
  return {
    ask: {
      ...ask,
      by: ask.by.filter(isOpen),
      measures: measures.length > 0 ? measures : USUAL_MEASURES,
      filters,
      query: '',
    },
    closed: [...new Set(names.filter((name) => !isOpen(name) || name === 'query'))],
  };
}

export type AskChange = Partial<
  Record<'by' | 'measures' | 'compare' | 'by_column' | 'order' | 'view' | 'query', string>
>;

/** The address with these parts changed; an empty one is taken out. */
export function withAsk(params: URLSearchParams, change: AskChange): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(change)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** What the server is asked. */
export function questionOf(
  { by, measures, compare, sort, order, filters, query }: Ask,
  at: { package_name: string; from: string; to: string },
): ExploreQueryInput {
  return {
    package_name: at.package_name,
    fromDate: at.from,
    toDate: at.to,
    ...sentFilters(filters.filter(({ name }) => name !== 'import')),
    ...(by.length > 0 ? { by } : {}),
    measures,
    ...(compare === 'none' ? {} : { compare }),
    ...(sort === undefined || !(by.some((key) => key === sort) || measures.includes(sort)) ? {} : { sort }),
    ...(order === undefined ? {} : { order }),
    ...(query === '' ? {} : { query }),
  };
}
