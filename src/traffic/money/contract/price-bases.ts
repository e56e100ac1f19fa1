import type { EventKind } from '#traffic/event/contract/event.ts';

/**
 * What a price is paid for, by the field's names. An event is billed by the basis of its kind: one kind, one basis, so
 * that no event is paid for twice.
 */
export const PRICE_BASES = {
  cpm: { kinds: ['impression', 'click_impression', 'vast_tracking'], per: 1000 },
  cpc: { kinds: ['click', 're_click'], per: 1 },
  cpv: { kinds: ['visit'], per: 1 },
  cpi: { kinds: ['install'], per: 1 },
  cpa: { kinds: ['web_event', 'app_event', 're_event'], per: 1 },
} as const satisfies Record<string, { kinds: readonly EventKind[]; per: number }>;

export type PriceBasis = keyof typeof PRICE_BASES;

export const PRICE_BASIS_NAMES = ['cpm', 'cpc', 'cpv', 'cpi', 'cpa'] as const satisfies readonly PriceBasis[];

/** Of the trackings of a video the one that is its impression; the others tell how far it was watched. */
export const VIDEO_IMPRESSION = 'impression';
