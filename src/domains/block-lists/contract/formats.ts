import type { BlockKind } from './kinds.ts';

const ADDRESSES = ['address', 'network'] as const satisfies readonly BlockKind[];

/**
 * What a feed can be written as: which entries fit, and how many where the reader has a limit. 500: IP exclusions of a
 * campaign of Google Ads. 10,000: addresses of an IP set of AWS WAF.
 */
export const FEED_FORMATS = {
  text: { extension: 'txt', mediaType: 'text/plain; charset=utf-8', kinds: undefined, most: undefined },
  csv: { extension: 'csv', mediaType: 'text/csv; charset=utf-8', kinds: undefined, most: undefined },
  search_ads: { extension: 'txt', mediaType: 'text/plain; charset=utf-8', kinds: ADDRESSES, most: 500 },
  nginx_deny: { extension: 'conf', mediaType: 'text/plain; charset=utf-8', kinds: ADDRESSES, most: undefined },
  nginx_geo: { extension: 'conf', mediaType: 'text/plain; charset=utf-8', kinds: ADDRESSES, most: undefined },
  ipset: { extension: 'txt', mediaType: 'text/plain; charset=utf-8', kinds: ADDRESSES, most: undefined },
  aws_waf_v4: { extension: 'json', mediaType: 'application/json; charset=utf-8', kinds: ADDRESSES, most: 10_000 },
  aws_waf_v6: { extension: 'json', mediaType: 'application/json; charset=utf-8', kinds: ADDRESSES, most: 10_000 },
} as const satisfies Record<string, FeedFormat>;

interface FeedFormat {
  extension: string;
  mediaType: string;
  kinds: readonly BlockKind[] | undefined;
  most: number | undefined;
}

export type FeedFormatId = keyof typeof FEED_FORMATS;
const isFormat = (name: string): name is FeedFormatId => Object.hasOwn(FEED_FORMATS, name);
export const FEED_FORMAT_IDS: readonly FeedFormatId[] = Object.keys(FEED_FORMATS).filter(isFormat);
