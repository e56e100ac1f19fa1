import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { DIMENSION_NAMES, type DimensionName } from '#traffic/event/contract/dimensions.ts';
import type { AnyBoard } from './board.ts';
import { appClick, appClickImpression, appEvent, appInstall, appReClick, appReEvent } from './boards/app.ts';
import { brandSafety } from './boards/brand-safety.ts';
import { SUMMARIES, type SummaryType } from './boards/publisher-summary.ts';
import { searchAds } from './boards/search-ads.ts';
import { webClick, webEvent, webImpression, webVisit } from './boards/web.ts';
import { webProxy } from './boards/web-proxy.ts';
import { askedType, PARAMETER_ALIASES, summaryType, trafficQuery } from './filters.ts';

/** Names of the app lists that are not names of dimensions. `fields` lists the dimensions themselves. */
const LIST_ALIASES: Readonly<Record<string, DimensionName>> = {
  ...PARAMETER_ALIASES,
  event: 'event_name',
  agency: 'vendor',
  fraud: 'reason',
};

const dimensions: readonly string[] = DIMENSION_NAMES;
const isDimension = (name: string): name is DimensionName => dimensions.includes(name);

/** The dimension a filter list is about, by its own name or the spec's; undefined for an unknown list. */
export const lookupDimension = (name: string): DimensionName | undefined =>
  Object.hasOwn(LIST_ALIASES, name) ? LIST_ALIASES[name] : isDimension(name) ? name : undefined;

/** Values in one answer: short lists whole, long ones page by page (`page`, `search`). */
export const LIST_LIMIT = 500;
export const LAZY_LIMIT = 50;

const lookupQuery = z.object({ ...trafficQuery, report_type: askedType, type: summaryType });
const params = z.object({ name: z.string().min(1).max(64) });
const listed = {
  status: z.literal(true),
  message: z.string(),
  data: z.array(z.string()),
  Total_pages: z.number().int(),
  /** Whether it goes on from a page before, so that a list adds it to what it has; else it takes its place. */
  previous: z.boolean(),
  /** Values over all pages, so that a screen can say "showing 500 of N" (APP-GAP-06). */
  total: z.number().int(),
};
const listAnswer = z.object(listed);
/** App lists name their values `resultset`. */
const appListAnswer = z.object({ ...listed, resultset: z.array(z.string()) });

const list = <const P extends string, R extends z.ZodType>(path: P, summary: string, response: R) =>
  endpoint({ method: 'GET', path, summary, access: 'board.read', params, query: lookupQuery, response });

const web = (path: string) => list(path, 'Values of a filter present in the traffic of the range', listAnswer);

export const lookups = {
  webFilters: web('/api/web-bi/filters/:name'),
  webLazyFilters: web('/api/web-bi/lazyfilters/:name'),
  clickFilters: web('/api/web-bi/click/filters/:name'),
  clickLazyFilters: web('/api/web-bi/click/lazyfilters/:name'),
  eventFilters: web('/api/web-bi/event/filters/:name'),
  eventLazyFilters: web('/api/web-bi/event/lazyfilters/:name'),
  proxyFilters: web('/api/v2/web/proxy/filters/:name'),
  searchAdsFilters: web('/api/google_ads/filters/:name'),
  summaryFilters: web('/api/publisher_summary/filters/:name'),
  brandSafetyFilters: web('/api/bs/filters/:name'),
  appFilters: list('/api/app/filters/:name', 'Values of a filter present in the traffic of an app', appListAnswer),
  publisherList: endpoint({
    method: 'GET',
    path: '/api/app/publisher_list',
    summary: 'Publishers of an app as [name, total, clean, fraud]',
    access: 'board.read',
    query: lookupQuery,
    response: z.object({
      status: z.literal(true),
      message: z.string(),
      data: z.array(z.tuple([z.string(), z.number().int(), z.number().int(), z.number().int()])),
      total: z.number().int(),
    }),
  }),
};

type Boards = readonly [AnyBoard, ...AnyBoard[]];
const APP: Boards = [appInstall, appEvent, appReClick, appReEvent, appClickImpression, appClick];

/**
 * Where a list counts: `dashboard_type` (or `report_type`) chooses
 * among several boards, the first is the default, another is refused.
 */
export const LOOKUP_BOARDS: Record<keyof typeof lookups, Boards> = {
  webFilters: [webVisit, webImpression, webClick, webEvent],
  webLazyFilters: [webVisit, webImpression, webClick, webEvent],
  clickFilters: [webClick],
  clickLazyFilters: [webClick],
  eventFilters: [webEvent],
  eventLazyFilters: [webEvent],
  proxyFilters: [webProxy],
  searchAdsFilters: [searchAds],
  summaryFilters: [SUMMARIES.web, SUMMARIES.app, SUMMARIES.event],
  brandSafetyFilters: [brandSafety],
  appFilters: APP,
  publisherList: APP,
};

/** Lists whose board is chosen by `type`. */
export const LOOKUPS_BY_TYPE: Partial<Record<keyof typeof lookups, Readonly<Record<SummaryType, AnyBoard>>>> = {
  summaryFilters: SUMMARIES,
};
