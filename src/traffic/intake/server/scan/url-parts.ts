/** What an address and its referrer tell about a visit, as columns beside those of a log. */
export const URL_PART_COLUMNS = [
  'url_path',
  'url_host',
  'referrer_host',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_id',
  'utm_term',
  'utm_content',
  'ad_click_id',
] as const;

/** Click ids the large networks append; whichever is there first. */
export const AD_CLICK_IDS = [
  'gclid',
  'gbraid',
  'wbraid',
  'msclkid',
  'fbclid',
  'ttclid',
  'twclid',
  'li_fat_id',
  'yclid',
  'dclid',
];
const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_id', 'utm_term', 'utm_content'];

export function urlParts(url: string, referrer: string): string[] {
  const absolute = /^[a-z]+:\/\/([^/?#]*)(.*)$/i.exec(url);
  const target = absolute?.[2] ?? url;
  const question = target.search(/[?#]/);
  const path = question < 0 ? target : target.slice(0, question);
  const query = question >= 0 && target[question] === '?' ? target.slice(question + 1).split('#', 1)[0] : '';
  const parts = [path, hostOf(absolute?.[1] ?? ''), hostOf(/^[a-z]+:\/\/([^/?#]*)/i.exec(referrer)?.[1] ?? '')];
  if (!query) return [...parts, '', '', '', '', '', '', ''];
  const asked = new URLSearchParams(query);
  const clickId = AD_CLICK_IDS.find((name) => asked.has(name));
  return [...parts, ...UTM.map((name) => asked.get(name) ?? ''), clickId ? (asked.get(clickId) ?? '') : ''];
}

const hostOf = (authority: string): string =>
  authority
    .replace(/^.*@/, '')
    .replace(/:\d+$/, '')
    .replace(/^www\./i, '')
    .toLowerCase();
