import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { FileAbout } from '#platform/server/file-about.ts';
import type { LoadMoney } from '#traffic/money/server/load-money.ts';
import { type EventQuery, eventFilter } from './event-filter.ts';
import type { EventQuestion } from './event-list.ts';
import { readCondition } from './read-condition.ts';

export interface QuestionSources {
  packageInfo: (scope: Scope, name: string) => Promise<PackageInfo>;
  moneyOf: LoadMoney;
}

export interface AskedEvents extends EventQuery {
  package_name: string;
  search?: string | undefined;
  import?: number | undefined;
  /** A condition as JSON. */
  query?: string | undefined;
}

/** Which events a question is about, and what they cost on its days. */
export async function asked(
  scope: Scope,
  { packageInfo, moneyOf }: QuestionSources,
  { search = '', import: importId, query: condition, ...query }: AskedEvents,
  signal?: AbortSignal,
): Promise<EventQuestion & { info: PackageInfo }> {
  const info = await packageInfo(scope, query.package_name);
  const filter = eventFilter(query, info);
  return {
    info,
    filter,
    search,
    importId,
    condition: readCondition(scope, condition),
    money: await moneyOf(info, filter, signal),
  };
}

/** What a file of these events says of itself. */
export function aboutEvents(
  info: PackageInfo,
  { filter, search, importId, condition }: Omit<EventQuestion, 'money'>,
  made: Date,
): FileAbout {
  const { kinds, where, not = {}, keys = {}, from, to, timeZone } = filter;
  return {
    what: 'events',
    package: { name: info.package_name, title: info.package_title },
    from,
    to,
    timeZone,
    timesIn: 'UTC',
    filters: [
      ...(kinds.length > 0 ? [['kind', kinds] as const] : []),
      ...Object.entries(where).map(([field, values]) => [field, values] as const),
      ...Object.entries(not).map(([field, values]) => [`not ${field}`, values] as const),
      ...Object.entries(keys).map(([field, values]) => [field, values] as const),
      ...(condition ? [['condition', [JSON.stringify(condition)]] as const] : []),
      ...(importId === undefined ? [] : [['import', [String(importId)]] as const]),
      ...(search.trim() === '' ? [] : [['search', [search.trim()]] as const]),
    ],
    made,
  };
}
