import type { BlockReason } from '#domains/video-ads/contract/terms.ts';
import type { Asked } from '#traffic/collector/server/verdict/asker.ts';
import type { ReasonCode } from '#traffic/event/contract/reasons.ts';
import { topicOf } from '#traffic/event/contract/surroundings.ts';
import type { TrackerRow } from './held-trackers.ts';
import type { Viewer } from './viewer.ts';

/** What a video request may not come from, however sure a rule is: data centres, old clients, another country. */
export const IVT_REASONS = ['net.datacenter', 'dev.deprecated', 'net.geo_mismatch'] as const satisfies ReasonCode[];

const IVT: ReadonlySet<string> = new Set(IVT_REASONS);

export interface Surroundings extends Pick<Viewer, 'domain' | 'app' | 'url'> {
  category: string;
}

type Safety = Pick<TrackerRow, 'blockDomains' | 'blockApps' | 'strict'>;

/** The ad would stand where its brand may not: on a list, in a topic of the floor, or nobody says where. */
export function isUnsafe({ domain, app, url, category }: Surroundings, safety: Safety): boolean {
  const { blockDomains, blockApps, strict } = safety;
  if (blockDomains.some((blocked) => isPartOf(domain, blocked))) return true;
  if (app !== '' && blockApps.some((blocked) => blocked === app)) return true;
  if (strict && domain === '' && app === '') return true;
  return topicOf(category) !== '' || topicOf(wordsOf(url)) !== '';
}

/** A host blocks its subdomains as well; `*.` blocks them alone. */
const isPartOf = (domain: string, blocked: string): boolean =>
  blocked.startsWith('*.') ? domain.endsWith(blocked.slice(1)) : domain === blocked || domain.endsWith(`.${blocked}`);

/** Words of a path as a list of categories: a topic has to be a whole word of it. */
const wordsOf = (url: string): string =>
  URL.canParse(url) ? new URL(url).pathname.replace(/%[0-9a-f]{2}|[^\p{L}\p{N}&]/giu, ',') : '';

/**
 * Whether a request is no person's. What is on the white list of the package passes; null where the rules could not be
 * asked, which refuses nobody.
 */
export function isInvalid(answer: Asked | null, country: string, countries: readonly string[]): boolean {
  if (countries.length > 0 && !countries.includes(country)) return true;
  if (answer?.whitelist_id !== 0) return false;
  if (answer.verdict === 'fraud' || answer.verdict === 'filtered') return true;
  return answer.reasons.some(({ code }) => IVT.has(code));
}

export type Decision = { handling: 'passed'; reason: '' } | { handling: 'blocked'; reason: BlockReason };

export const PASSED: Decision = { handling: 'passed', reason: '' };
export const blockedFor = (reason: BlockReason): Decision => ({ handling: 'blocked', reason });
