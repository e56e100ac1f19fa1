/** What a DV entry tracks: a video elsewhere, one of YouTube, one by VAST, a display ad, a display ad in a measured frame. */
export const ENTRY_TYPES = ['nonyt', 'yt', 'vast', 'display', 'mfdisplay'] as const;
export type EntryType = (typeof ENTRY_TYPES)[number];

export const VIDEO_TYPES = ['nonyt', 'yt', 'vast'] as const satisfies EntryType[];
export const DISPLAY_TYPES = ['display', 'mfdisplay'] as const satisfies EntryType[];
export const isVideo = (type: EntryType): boolean => VIDEO_TYPES.some((each) => each === type);

/** Whose macros are filled in. */
export const AD_PLATFORMS = ['dv360', 'cm360', 'gam', 'googleads', 'ttd', 'xandr', 'other'] as const;
export type AdPlatform = (typeof AD_PLATFORMS)[number];

export const ENTRY_STATES = ['active', 'paused', 'ended'] as const;

/** Steps of the form of a tracker; `default_page` names the one opened first (BR-GAP-04). */
export const ENTRY_STEPS = ['campaign', 'creative', 'tracking'] as const;
export type EntryStep = (typeof ENTRY_STEPS)[number];

/** What the addresses of a tracker report. */
export const HIT_EVENTS = [
  'impression',
  'start',
  'firstQuartile',
  'midpoint',
  'thirdQuartile',
  'complete',
  'viewable',
] as const;
export type HitEvent = (typeof HIT_EVENTS)[number];

/** What a browser says of an ad that was viewable by its place and size: something may lie over it, or nothing does. */
export const COVERS = ['covered', 'not_covered'] as const;

/** What is handed out for a tracker, by what it is for. */
export const TAG_LABELS = [...HIT_EVENTS, 'click', 'frame', 'vast'] as const;
export type TagLabel = (typeof TAG_LABELS)[number];

/** Pixels of each type; what a video by VAST reports its own tag says. */
export const PIXELS: Readonly<Record<EntryType, readonly HitEvent[]>> = {
  nonyt: ['impression', 'start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete'],
  yt: ['impression'],
  vast: [],
  display: ['impression'],
  mfdisplay: [],
};

/** What whoever hands a tag out has to know. */
export const TAG_WARNINGS = ['yt_macros', 'yt_approval', 'other_macros', 'vast_gone'] as const;
export type TagWarning = (typeof TAG_WARNINGS)[number];
