import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { readCounts } from './readings/counts.ts';
import { readExtent } from './readings/extent.ts';
import type { Window } from './window.ts';

export interface TodayStores {
  clickhouse: ClickHouse;
  database: Database;
  now: () => Date;
}

/** What sentences are made from: who asks, about which package and days, and what several of them read, read once. */
export interface Asked {
  scope: Scope;
  stores: TodayStores;
  info: PackageInfo;
  window: Window;
  signal: AbortSignal;
  counts: ReturnType<typeof readCounts>;
  extent: ReturnType<typeof readExtent>;
}

export function askedOf(
  scope: Scope,
  stores: TodayStores,
  { info, window, signal }: Pick<Asked, 'info' | 'window' | 'signal'>,
): Asked {
  const about = { info, window, signal };
  const counts = readCounts(scope, stores.clickhouse, about);
  const extent = readExtent(scope, stores.clickhouse, { ...about, counts });
  return { scope, stores, ...about, counts, extent };
}
