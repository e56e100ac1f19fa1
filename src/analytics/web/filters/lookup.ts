import type { AnyBoard } from '#analytics/contract/board.ts';
import { brandSafety, brandSafetyFile } from '#analytics/contract/boards/brand-safety.ts';
import { SUMMARIES, type SummaryType } from '#analytics/contract/boards/publisher-summary.ts';
import { searchAds } from '#analytics/contract/boards/search-ads.ts';
import { webProxy } from '#analytics/contract/boards/web-proxy.ts';
import { LIST_LIMIT, lookups } from '#analytics/contract/lookups.ts';
import type { DashboardType } from '#platform/contract/dashboard-types.ts';
import { roleOf } from '#platform/contract/roles.ts';
import type { SessionUser } from '#platform/web/session/user.ts';
import { type DimensionName, NOT_REPORTED } from '#traffic/event/contract/dimensions.ts';
import { VERDICTS } from '#traffic/event/contract/event.ts';
import { SAFETIES } from '#traffic/event/contract/surroundings.ts';

/** How the spec names the lists of web filters. */
const WEB_LISTS: Partial<Record<DimensionName, string>> = {
  publisher: 'publisher_name',
  sub_publisher: 'sub_publisher_name',
  creative: 'creative_id',
  placement: 'placement_id',
  reason_group: 'fraud_category',
  reason: 'fraud_sub_category',
};
const APP_LISTS: Partial<Record<DimensionName, string>> = { event_name: 'event', reason: 'fraud' };

/** Lists too long to send whole: page by page, searched by the server (FLT-RULE-06). */
const LONG: readonly DimensionName[] = ['campaign', 'campaign_id', 'page_id', 'system_domain', 'placement'];
const LONG_PAGE = 50;

type ListEndpoint = (typeof lookups)[Exclude<keyof typeof lookups, 'publisherList'>];

export interface Lookup {
  endpoint: ListEndpoint;
  name: string;
  /** Whether the server searches; short lists are searched here. */
  long: boolean;
  pageSize: number;
  /** What the call is told beside the range. */
  type?: SummaryType;
}

const WEB_ENDPOINTS: Record<string, { whole: ListEndpoint; long: ListEndpoint }> = {
  web_click: { whole: lookups.clickFilters, long: lookups.clickLazyFilters },
  web_event: { whole: lookups.eventFilters, long: lookups.eventLazyFilters },
};
/** Boards with a list call of their own, for short and long lists alike. */
const OWN: Readonly<Record<string, Pick<Lookup, 'endpoint' | 'type'>>> = {
  [webProxy.id]: { endpoint: lookups.proxyFilters },
  [searchAds.id]: { endpoint: lookups.searchAdsFilters },
  [brandSafety.id]: { endpoint: lookups.brandSafetyFilters },
  [brandSafetyFile.id]: { endpoint: lookups.brandSafetyFilters },
  [SUMMARIES.web.id]: { endpoint: lookups.summaryFilters, type: 'web' },
  [SUMMARIES.app.id]: { endpoint: lookups.summaryFilters, type: 'app' },
  [SUMMARIES.event.id]: { endpoint: lookups.summaryFilters, type: 'event' },
};
const SHARED = { whole: lookups.webFilters, long: lookups.webLazyFilters };

/** The call behind the list of a dimension's values. */
export function lookupOf({ id, dataset }: Pick<AnyBoard, 'id' | 'dataset'>, dimension: DimensionName): Lookup {
  const long = LONG.includes(dimension);
  const pageSize = long ? LONG_PAGE : LIST_LIMIT;
  const own = OWN[id];
  if (own) return { ...own, name: dimension, long, pageSize };
  if (dataset.platform === 'app')
    return { endpoint: lookups.appFilters, name: APP_LISTS[dimension] ?? dimension, long, pageSize };
  const endpoints = WEB_ENDPOINTS[dataset.id] ?? SHARED;
  const endpoint = long ? endpoints.long : endpoints.whole;
  return { endpoint, name: WEB_LISTS[dimension] ?? dimension, long, pageSize };
}

/** Shared lists need to be told whose traffic they are about; the others say it in their path. */
export function lookupType(board: AnyBoard): DashboardType | undefined {
  return board.dataset.id in WEB_ENDPOINTS ? undefined : board.types[0];
}

const SAFETY_VALUES: readonly string[] = [...SAFETIES, NOT_REPORTED];

/**
 * Values known without asking: what the session allows a publisher or an agency to see (FLT-PERM-01 to 03), the three
 * verdicts, and what is said of surroundings. Undefined: ask the server.
 */
export function knownValues(dimension: DimensionName, user: SessionUser | false): readonly string[] | undefined {
  const role = user ? roleOf(user.role) : undefined;
  if (user && role === 'publisher' && dimension === 'publisher')
    return user.publisher.map(({ publisher_name }) => publisher_name);
  if (user && role === 'agency' && dimension === 'vendor' && user.vendor.length > 0) return user.vendor;
  if (dimension === 'safety') return SAFETY_VALUES;
  if (dimension !== 'verdict') return undefined;
  const allowed = user && role === 'publisher' ? user.fraud_type.map((type) => type.fraud_status.toLowerCase()) : [];
  return allowed.length > 0 ? VERDICTS.filter((verdict) => allowed.includes(verdict)) : VERDICTS;
}
