import { addDays } from '#platform/contract/date-range.ts';

/** Whom a claim is made to. `other`: as many days as were agreed. */
export const WINDOW_PLATFORMS = ['google', 'other'] as const;
export type WindowPlatform = (typeof WINDOW_PLATFORMS)[number];

interface ClaimWindow {
  title: string;
  /** Sources of traffic it is, in small letters. */
  sources: readonly string[];
  /** Days after an event until which it can be claimed. */
  days: number;
  source: string;
  /** Day the page was read. */
  read: string;
}

/**
 * Ad platforms that say in public until when invalid traffic can be claimed and what a claim has to hold. Others were
 * looked for (Meta, Microsoft Advertising, TikTok): their pages name no such number, so none is built in.
 */
export const CLAIM_WINDOWS: Readonly<Record<Exclude<WindowPlatform, 'other'>, ClaimWindow>> = {
  google: {
    title: 'Google Ads',
    sources: ['google', 'googleadwords', 'googleadwords_int', 'google ads', 'adwords'],
    days: 60,
    source: 'https://www.google.com/ads/adtrafficquality/advertisers/click-investigation-request.html',
    read: '2026-11-27',
  },
};

/** The platform a source is known by. */
export function platformOf(publisher: string): WindowPlatform | null {
  const name = publisher.trim().toLowerCase();
  return CLAIM_WINDOWS.google.sources.includes(name) ? 'google' : null;
}

/** The first day whose events can still be claimed today. */
export const firstClaimable = (today: string, days: number): string => addDays(today, -days);

/** The last day on which events of that day can be claimed. */
export const lastClaimDay = (day: string, days: number): string => addDays(day, days);
