import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { LoadMoney } from '#traffic/money/server/load-money.ts';
import { type EventQuery, eventFilter } from './event-filter.ts';
import type { EventListQuery } from './event-list.ts';

export interface QuestionSources {
  packageInfo: (scope: Scope, name: string) => Promise<PackageInfo>;
  moneyOf: LoadMoney;
}

/** Which events a question is about, and what they cost on its days. */
export async function asked(
  { packageInfo, moneyOf }: QuestionSources,
  scope: Scope,
  { search = '', ...query }: EventQuery & { package_name: string; search?: string | undefined },
  signal?: AbortSignal,
): Promise<Pick<EventListQuery, 'filter' | 'search' | 'money'>> {
  const info = await packageInfo(scope, query.package_name);
  const filter = eventFilter(query, info);
  return { filter, search, money: await moneyOf(info, filter, signal) };
}
