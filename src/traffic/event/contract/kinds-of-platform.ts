import { EVENT_KINDS } from './event.ts';

/** Kinds that fit the package: web kinds for a site, app kinds for an app, re-engagement and video for both. */
export function kindsFor(platform: 'web' | 'app'): readonly (typeof EVENT_KINDS)[number][] {
  const others: ReadonlySet<string> = new Set(platform === 'web' ? ['install', 'app_event'] : ['visit', 'web_event']);
  return EVENT_KINDS.filter((kind) => !others.has(kind));
}
