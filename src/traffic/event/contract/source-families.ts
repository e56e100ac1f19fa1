import type { EventKind } from './event.ts';

/** Kinds of events that are counted together: what a source does with each of them is another matter. */
export const SOURCE_FAMILIES = {
  impression: ['impression'],
  click: ['click', 're_click', 'click_impression'],
  install: ['install'],
  event: ['app_event', 're_event', 'web_event'],
  video: ['vast_request', 'vast_tracking'],
  visit: ['visit'],
} as const satisfies Record<string, readonly EventKind[]>;

export type SourceFamily = keyof typeof SOURCE_FAMILIES;
