import { useMemo } from 'react';
import { type Format, NOTHING } from '#platform/contract/format.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import type { Column } from '#platform/web/table/column.ts';
import type { Names } from '#traffic/event/contract/names-of.ts';
import { useNames } from '#traffic/event/web/names.ts';
import { EVENT_COLUMNS, type EventColumn, type EventRow } from '#traffic/explorer/contract/events-endpoints.ts';
import { assumedText } from '#traffic/money/contract/amounts-text.ts';
import { usePublisherHref } from '#traffic/sources/web/publisher-href.ts';

/** What every list begins with: when, how it was judged and why, where from, what it cost. */
const FIRST: readonly EventColumn[] = ['ts', 'verdict', 'reason', 'publisher', 'spend'];

type Group = 'any' | 'ad' | 'site' | 'install' | 'later' | 'video';

/** What is worth reading next depends on what happened. */
const NEXT: Record<Group, readonly EventColumn[]> = {
  any: ['kind', 'sub_publisher', 'campaign', 'country', 'os', 'device_model', 'ip', 'as_name'],
  ad: ['sub_publisher', 'campaign', 'placement', 'country', 'device_type', 'ip', 'as_name'],
  site: ['campaign', 'channel', 'country', 'device_type', 'browser', 'ip', 'as_name'],
  install: ['sub_publisher', 'campaign', 'ctit_seconds', 'country', 'device_model', 'os_version', 'install_type', 'ip'],
  later: ['event_name', 'revenue', 'sub_publisher', 'campaign', 'country', 'device_model', 'user_id', 'ip'],
  video: ['placement', 'system_domain', 'campaign', 'country', 'device_type', 'ip', 'as_name'],
};

const GROUPS: Partial<Record<string, Group>> = {
  impression: 'ad',
  click: 'ad',
  click_impression: 'ad',
  re_click: 'ad',
  visit: 'site',
  install: 'install',
  web_event: 'later',
  app_event: 'later',
  re_event: 'later',
  vast_request: 'video',
  vast_tracking: 'video',
};

/** Lists of these kinds have columns of their own, which are remembered for themselves. */
export function groupOf(kinds: readonly string[]): Group {
  const [only = 'any', ...more] = new Set(kinds.map((kind) => GROUPS[kind.toLowerCase()] ?? 'any'));
  return more.length === 0 ? only : 'any';
}

const WIDTHS: Partial<Record<EventColumn, number>> = {
  ts: 204,
  kind: 160,
  verdict: 116,
  reason: 180,
  country: 130,
  os: 100,
  os_version: 100,
  browser: 120,
  device_type: 110,
  ip: 150,
  currency: 90,
  spend: 104,
  cost: 104,
  revenue: 104,
  quantity: 90,
  ctit_seconds: 120,
  user_agent: 260,
};

/** On a phone what was found stands first: the time is in the row that opens by a touch. */
const NARROW: Partial<Record<EventColumn, NonNullable<Column['narrow']>>> = {
  verdict: { place: 0, width: 98 },
  reason: { place: 1, width: 76 },
  publisher: { place: 2, width: 74 },
  spend: { place: 3, width: 74 },
};

/** Values that are codes and have words of their own. */
const WORDED: ReadonlySet<EventColumn> = new Set([
  'kind',
  'reason',
  'reason_group',
  'decision',
  'country',
  'spend_from',
  'ip_class',
  'device_type',
]);

function kindOf(name: EventColumn): Column<EventRow>['kind'] {
  if (name === 'ts') return 'datetime';
  if (name === 'verdict') return 'verdict';
  if (name === 'ctit_seconds' || name === 'quantity') return 'number';
  return isMoney(name) ? 'money' : 'text';
}

function columnOf(
  name: EventColumn,
  { names, format }: { names: Names; format: Format },
  timeZone: string,
  href: (row: EventRow) => string,
  publisherHref: (publisher: string) => string,
): Column<EventRow> {
  const { [name]: width } = WIDTHS;
  const { [name]: narrow } = NARROW;
  return {
    id: name,
    header: names.column(name),
    ...(name === 'ctit_seconds' ? { unit: 's' } : {}),
    kind: kindOf(name),
    // The server sorts by time only: the list is read page by page.
    sortable: name === 'ts',
    timeZone,
    ...(width === undefined ? {} : { width }),
    ...(narrow === undefined ? {} : { narrow }),
    ...(name === 'ts' ? { href } : {}),
    ...(name === 'publisher'
      ? { href: (row: EventRow) => (row.publisher ? publisherHref(String(row.publisher)) : undefined) }
      : {}),
    ...(isMoney(name) ? { currency: (row: EventRow) => currencyOf(name, row) } : {}),
    ...(name === 'spend' ? { render: (row: EventRow) => spendText(row, format) } : {}),
    ...(WORDED.has(name)
      ? { value: (row: EventRow) => (isBlank(row[name]) ? '' : names.value(name, String(row[name]))) }
      : {}),
  };
}

const isMoney = (name: EventColumn): boolean => name === 'spend' || name === 'revenue' || name === 'cost';
const currencyOf = (name: EventColumn, row: EventRow): string =>
  String((name === 'spend' ? row.spend_currency : row.currency) || 'USD');
function spendText(row: EventRow, format: Format): string {
  if (row.spend === null) return NOTHING;
  const amount = format.money(row.spend, currencyOf('spend', row));
  return row.spend_from === 'price' ? assumedText(amount) : amount;
}

/** "No decision" is the rule, and a column full of it would hide the decisions. */
const isBlank = (value: unknown): boolean => value === null || value === '' || value === 'none';

/** All columns, those first that are shown before anyone chooses. */
export function useEventColumns(group: Group, timeZone: string, href: (row: EventRow) => string): Column<EventRow>[] {
  const names = useNames();
  const format = useFormat();
  const publisherHref = usePublisherHref();
  return useMemo(() => {
    const usual = [...FIRST, ...NEXT[group]];
    const others = EVENT_COLUMNS.filter((name) => !usual.includes(name));
    return [...usual, ...others].map((name) => ({
      ...columnOf(name, { names, format }, timeZone, href, publisherHref),
      hidden: others.includes(name),
    }));
  }, [group, names, format, timeZone, href, publisherHref]);
}
