import { useMemo } from 'react';
import type { Column } from '#platform/web/table/column.ts';
import { type Names, useNames } from '#traffic/event/web/names.ts';
import { EVENT_COLUMNS, type EventColumn, type EventRow } from '#traffic/explorer/contract/events-endpoints.ts';
import { usePublisherHref } from '#traffic/sources/web/publisher-href.ts';

/** Shown before anyone chooses: when, what, verdict, why, from where. */
const USUAL: ReadonlySet<EventColumn> = new Set([
  'ts',
  'kind',
  'verdict',
  'reason',
  'publisher',
  'sub_publisher',
  'campaign',
  'country',
  'os',
  'device_model',
  'ip',
  'as_name',
]);

const WIDTHS: Partial<Record<EventColumn, number>> = {
  ts: 204,
  kind: 160,
  verdict: 132,
  reason: 180,
  country: 130,
  os: 100,
  os_version: 100,
  browser: 120,
  device_type: 110,
  ip: 150,
  currency: 90,
  user_agent: 260,
};

/** Values that are codes and have words of their own. */
const WORDED: ReadonlySet<EventColumn> = new Set([
  'kind',
  'reason',
  'reason_group',
  'decision',
  'country',
  'ip_class',
  'device_type',
]);

function kindOf(name: EventColumn): Column<EventRow>['kind'] {
  if (name === 'ts') return 'datetime';
  if (name === 'verdict') return 'verdict';
  return isMoney(name) ? 'money' : 'text';
}

function columnOf(
  name: EventColumn,
  names: Names,
  timeZone: string,
  href: (row: EventRow) => string,
  publisherHref: (publisher: string) => string,
): Column<EventRow> {
  const width = WIDTHS[name];
  return {
    id: name,
    header: names.column(name),
    kind: kindOf(name),
    // The server sorts by time only: the list is read page by page.
    sortable: name === 'ts',
    hidden: !USUAL.has(name),
    timeZone,
    ...(width === undefined ? {} : { width }),
    ...(name === 'ts' ? { href } : {}),
    ...(name === 'publisher'
      ? { href: (row: EventRow) => (row.publisher ? publisherHref(String(row.publisher)) : undefined) }
      : {}),
    ...(isMoney(name) ? { currency: (row: EventRow) => String(row.currency || 'USD') } : {}),
    ...(WORDED.has(name)
      ? { value: (row: EventRow) => (isBlank(row[name]) ? '' : names.value(name, String(row[name]))) }
      : {}),
  };
}

const isMoney = (name: EventColumn): boolean => name === 'revenue' || name === 'cost';
/** "No decision" is the rule, and a column full of it would hide the decisions. */
const isBlank = (value: unknown): boolean => value === null || value === '' || value === 'none';

export function useEventColumns(timeZone: string, href: (row: EventRow) => string): Column<EventRow>[] {
  const names = useNames();
  const publisherHref = usePublisherHref();
  return useMemo(
    () => EVENT_COLUMNS.map((name) => columnOf(name, names, timeZone, href, publisherHref)),
    [names, timeZone, href, publisherHref],
  );
}
