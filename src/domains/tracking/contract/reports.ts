/** The reports of own links, by the last part of their paths. */
export const TRACKING_REPORTS = [
  'report',
  'event_report',
  'campaign_report',
  'postback_report',
  'epc_report',
  'health_report',
] as const;
export type TrackingReport = (typeof TRACKING_REPORTS)[number];

/** What is reached through own links, as kinds of events. */
export const REACHED_KINDS = ['web_event', 'install', 'app_event'] as const;
/** Kinds of events that reports of own links count: requests of video players have a handling as well, and boards of their own. */
export const OWN_LINK_KINDS = ['click', 'impression', ...REACHED_KINDS] as const;

/** What every report, and the dashboard, can be filtered by. */
export const REPORT_FILTERS = ['event', 'pb_status', 'publisher', 'campaign_id'] as const;
export type ReportFilter = (typeof REPORT_FILTERS)[number];

/** What the rows of the tracking report are of. */
export const REPORT_GROUPS = ['day', 'campaign', 'publisher', 'sub_publisher'] as const;
export type ReportGroup = (typeof REPORT_GROUPS)[number];

/**
 * `never`: no postback yet. `silent`: none for three times as long as usual. `degraded`: more than 20 % refused, or far
 * from what the same weekdays bring.
 */
export const HEALTH_STATES = ['healthy', 'degraded', 'silent', 'never'] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

/** Why the event of a click is flagged that repeats one of the same person. */
export const DUPLICATE = 'duplicate';

/** As far back as the list of events goes. */
export const HISTORY_MONTHS = 12;
