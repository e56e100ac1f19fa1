import { fillMacros, type ReadMacro } from '#domains/tracking/contract/macros.ts';
import type { LiveCampaign } from './live-campaigns.ts';

const LONGEST = 4_000;
const BYTES_OF_CHOICE = 8;

/** The page of a click: by the weights, and for the same device the same one every time. */
export function pageFor({ pages }: Pick<LiveCampaign, 'pages'>, device: string): string {
  const all = pages.reduce((sum, { weight }) => sum + weight, 0);
  let place = Number.parseInt(device.slice(0, BYTES_OF_CHOICE), 16) % all;
  for (const { url, weight } of pages) {
    if (place < weight) return url;
    place -= weight;
  }
  return pages[0]?.url ?? '';
}

/**
 * Where a click is sent: the page the link asks for, if the campaign allows its host, else its own. Written anew by the
 * parser of addresses, so that it holds no line break, no blank and no second host. Null where there is none.
 */
export function landingOf(
  campaign: Pick<LiveCampaign, 'pages' | 'hosts'>,
  wanted: string,
  { device, macro }: { device: string; macro: ReadMacro },
): { url: string; asked: 'none' | 'taken' | 'refused' } | null {
  const asked = wanted === '' ? null : allowed(campaign, fillMacros(wanted, macro));
  if (asked) return { url: asked, asked: 'taken' };
  const own = allowed(campaign, fillMacros(pageFor(campaign, device), macro));
  return own === null ? null : { url: own, asked: wanted === '' ? 'none' : 'refused' };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
const ODD = /[\u0000-\u0020\u007f\\]/;

/** The address if its host is one of the campaign's. What parsers read in several ways is refused, not mended. */
function allowed({ hosts }: Pick<LiveCampaign, 'hosts'>, text: string): string | null {
  if (text.length > LONGEST || ODD.test(text) || !/^https?:\/\/[^/?#]/i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return null;
  return hasHost(hosts, url.hostname.toLowerCase()) ? url.href : null;
}

function hasHost(hosts: ReadonlySet<string>, host: string): boolean {
  if (hosts.has(host)) return true;
  for (let dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1))
    if (hosts.has(`*${host.slice(dot)}`)) return true;
  return false;
}
