import { EVENT_KINDS, type EventKind } from '#traffic/event/contract/event.ts';

/** Groups of kinds that rules apply to. */
export const ALL_KINDS: readonly EventKind[] = EVENT_KINDS;

export const VIDEO_KINDS = ['vast_request', 'vast_tracking'] as const satisfies readonly EventKind[];

/**
 * Sent by a browser or a web view. SDK events are not: their agent is a library's, or missing, for honest people too.
 */
export const BROWSER_KINDS = [
  'impression',
  'click',
  'visit',
  'web_event',
  're_click',
  'click_impression',
  ...VIDEO_KINDS,
] as const satisfies readonly EventKind[];

export const CLICK_KINDS = ['click', 're_click', 'click_impression'] as const satisfies readonly EventKind[];

/** Sent by the measurement SDK inside an app. */
export const APP_KINDS = ['install', 'app_event', 're_event'] as const satisfies readonly EventKind[];

/**
 * Kinds whose address is the person's own. App events often arrive from the advertiser's server, whose address says
 * nothing about the person.
 */
export const ADDRESS_KINDS = [...BROWSER_KINDS, 'install'] as const satisfies readonly EventKind[];

/** An ad was shown, or is about to be. */
export const AD_KINDS = ['impression', 'click_impression', ...VIDEO_KINDS] as const satisfies readonly EventKind[];

/** Names of events by which apps report what their ads earn: money, and no purchase. */
export const AD_INCOME_EVENTS = ['ad_revenue', 'af_ad_revenue', 'ad_impression', 'af_ad_view'] as const;
