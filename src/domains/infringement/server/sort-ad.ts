import { getDomain } from 'tldts';
import type { Classification, SeenAd } from '#domains/infringement/contract/search-ad.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { AFFILIATE_NETWORKS, LANDING_PARAMETERS, OWN_PROGRAM_PARAMETERS, SHOP_PROGRAMS } from './affiliate-networks.ts';
import { knownShop } from './known-shops.ts';
import type { PartyRow } from './tables.ts';

/** What follows from the addresses of an ad and from who is known. */
export interface Sorted {
  domain: string;
  classification: Classification;
  network: string;
  affiliateId: string;
  publisher: string;
  isProtected: boolean;
  isHijack: boolean;
}

type Party = Pick<PartyRow, 'kind' | 'value' | 'publisher'>;
export type Addresses = Pick<SeenAd, 'keyword' | 'display_url' | 'final_url' | 'chain'>;

/** `www.shop.example › sale` and whole addresses alike; '' where it names no host. */
const hostOf = (text: string): string => {
  const start = text.trim().split(/[\s›»]/)[0] ?? '';
  const host = URL.parse(/^https?:\/\//i.test(start) ? start : `https://${start}`)?.hostname ?? '';
  return host.includes('.') ? host.replace(/^www\./, '') : '';
};

/** What somebody has registered, shops of a common host apart; the host where nobody can register its end. */
export const registeredDomain = (text: string): string => {
  const host = hostOf(text);
  return getDomain(host, { allowPrivateDomains: true }) ?? host;
};

const isBelow = (host: string, name: string): boolean => host === name || host.endsWith(`.${name}`);

interface Affiliate {
  network: string;
  id: string;
}

/** The affiliate that a click passes: a link of a network, else what a network or the shop's own program left behind. */
export function affiliateOf(addresses: readonly string[]): Affiliate | undefined {
  const urls = addresses.flatMap((text) => URL.parse(text) ?? []);
  for (const url of urls) {
    const network = AFFILIATE_NETWORKS.find(({ hosts }) => hosts.some((host) => isBelow(url.hostname, host)));
    if (!network) continue;
    const named = (network.parameters ?? []).map((name) => url.searchParams.get(name) ?? '').find((id) => id !== '');
    const id = named ?? network.path?.exec(url.pathname + url.search)?.[1] ?? '';
    return { network: network.name, id: id.slice(0, 200) };
  }
  for (const { hostname, searchParams } of urls) {
    const shop = SHOP_PROGRAMS.find(({ host, parameter }) => host.test(hostname) && searchParams.get(parameter));
    if (shop) return { network: shop.name, id: (searchParams.get(shop.parameter) ?? '').slice(0, 200) };
    const left = Object.entries(LANDING_PARAMETERS).find(([name]) => searchParams.has(name));
    if (left) return { network: left[1], id: '' };
    const own = OWN_PROGRAM_PARAMETERS.find((name) => searchParams.get(name));
    if (own) return { network: '', id: (searchParams.get(own) ?? '').slice(0, 200) };
  }
  return undefined;
}

/** A website is its own name; an app has none but those that are said. */
export const ownSiteOf = ({ platform, package_name }: Pick<PackageInfo, 'platform' | 'package_name'>): string =>
  platform === 'web' ? package_name : '';

/** Words as people type them: case, width and blanks make no difference. */
export const foldedWords = (text: string): string =>
  ` ${text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()} `;

/**
 * Whose an ad is. An affiliate is a partner where the click ends at the brand; one that ends at somebody else's is
 * theirs. A partner may also be known by its domain: a comparison that shows the brand is paid without a network.
 */
export function sortAd(seen: Addresses, parties: readonly Party[], ownSite: string): Sorted {
  const domain = registeredDomain(seen.final_url);
  const shown = registeredDomain(seen.display_url);
  const of = (kind: Party['kind']) => parties.filter((party) => party.kind === kind);
  const own = new Set([registeredDomain(ownSite), ...of('own').map(({ value }) => value)]);
  const passed = [...seen.chain, seen.final_url];
  const affiliate = affiliateOf(passed);
  const hosts = new Set([...passed.map(registeredDomain), shown]);
  const ids = affiliate ? [affiliate.id, `${affiliate.network}:${affiliate.id}`].map((id) => id.toLowerCase()) : [];
  const known = of('partner').find(({ value }) => ids.includes(value) || (hosts.has(value) && !own.has(value)));
  const endsAtOwn = own.has(domain);
  const classification = ((): Classification => {
    if (known || (affiliate && endsAtOwn)) return 'partner';
    if (endsAtOwn) return 'own';
    if (of('competitor').some(({ value }) => value === domain || value === shown)) return 'competitor';
    return knownShop(hostOf(seen.final_url)) ?? 'unknown';
  })();
  const terms = of('term').map(({ value }) => foldedWords(value));
  const keyword = foldedWords(seen.keyword);
  return {
    domain,
    classification,
    network: affiliate?.network ?? '',
    affiliateId: affiliate?.id ?? '',
    publisher: known?.publisher ?? '',
    // As long as nobody has named any, every word that is watched is the brand's.
    isProtected: terms.length === 0 || terms.some((term) => keyword.includes(term)),
    isHijack: own.has(shown) && affiliate !== undefined,
  };
}
