/** What a tag answers with: the tag of another server inside ours, or a creative of our own. */
export const MODES = ['wrapper', 'inline'] as const;
export const TRACKER_STATES = ['active', 'paused', 'ended'] as const;
/** When the count of a person begins again; days and weeks by UTC, as events are stored. */
export const CAP_WINDOWS = ['lifetime', 'day', 'week'] as const;

/** Why a request is answered with no ad. The first that holds counts, so that the parts add up (VAST-GAP-03). */
export const BLOCK_REASONS = ['brand_unsafe_placement', 'invalid_ivt_request', 'f_cap_threshold_breached'] as const;
export type BlockReason = (typeof BLOCK_REASONS)[number];

/** Ads of a campaign answered to one person: shown, or promised and not yet given up (VAST-CONST-01). */
export const USUAL_CAP = 3;

/** Steps of a video in the order they are reached, after the request and its answer. */
export const STEPS = ['impression', 'start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete'] as const;

/** What players may report besides. */
export const OTHER_EVENTS = [
  'click',
  'skip',
  'mute',
  'unmute',
  'pause',
  'resume',
  'viewable',
  'notViewable',
  'viewUndetermined',
  'error',
] as const;

/** Names in `e` of a tracking address; each is stored once for a request. */
export const VIDEO_EVENTS = [...STEPS, ...OTHER_EVENTS] as const;
export type VideoEvent = (typeof VIDEO_EVENTS)[number];

/** `waiting`: nobody could read it yet, for lack of a program that can. */
export const CREATIVE_STATES = ['ready', 'working', 'waiting', 'failed'] as const;
/** Why a creative could not be read, or could not be made into what every player takes; empty where nothing is wrong. */
export const CREATIVE_PROBLEMS = ['', 'unreadable', 'no_picture', 'too_slow', 'not_converted', 'lost'] as const;
export type CreativeProblem = (typeof CREATIVE_PROBLEMS)[number];
export const MEDIA_TYPES = ['video/mp4', 'video/quicktime', 'video/webm'] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];
/** IAB: files of video ads for upload. */
export const MOST_CREATIVE_BYTES = 50 * 1024 * 1024;

/** What may be wrong with a tag. */
export const TAG_FAULTS = [
  'not_xml',
  'no_ad_system',
  'no_ad_title',
  'no_impression',
  'duration',
  'click_through',
  'version',
  'not_https',
  'not_public',
  'too_large',
  'http_status',
  'no_location',
  'redirects',
  'unreachable',
  'no_tag',
  'timeout',
  'depth',
  'loop',
  'no_ad',
  'no_media',
] as const;
export type TagFault = (typeof TAG_FAULTS)[number];

/** Wrappers a player follows one after another (VAST 4.2, 2.4.2.2: 5). */
export const MOST_HOPS = 5;
