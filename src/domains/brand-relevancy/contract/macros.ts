import type { AdPlatform, EntryType, TagWarning } from './entry-terms.ts';

/** What a platform fills into an address, by the parameter of ours that takes it. */
type Macros = Readonly<Partial<Record<MacroName, string>>>;

/** Once for each showing; the page it was sold for; the order, the line, the creative; who sells it, and its site or app. */
export const MACRO_NAMES = ['cb', 'src', 'io', 'li', 'cr', 'pub', 'site'] as const;
export type MacroName = (typeof MACRO_NAMES)[number];

/** As the platforms document them; those of DV360 are DV360's own, where CAMPAIGN_ID is the line item. */
const MACROS: Readonly<Record<AdPlatform, Macros>> = {
  dv360: {
    cb: '$' + '{CACHEBUSTER}',
    src: '$' + '{SOURCE_URL_ENC}',
    io: '$' + '{INSERTION_ORDER_ID}',
    li: '$' + '{CAMPAIGN_ID}',
    cr: '$' + '{CREATIVE_ID}',
    pub: '$' + '{PUBLISHER_ID}',
    site: '$' + '{UNIVERSAL_SITE_ID}',
  },
  cm360: { cb: '[timestamp]', io: '%ebuy!', li: '%epid!', cr: '%ecid!', pub: '%esid!' },
  // The Trade Desk names the site or app and no page.
  ttd: {
    cb: '%%TTD_CACHEBUSTER%%',
    src: '%%TTD_SITE%%',
    io: '%%TTD_CAMPAIGNID%%',
    li: '%%TTD_ADGROUPID%%',
    cr: '%%TTD_CREATIVEID%%',
    pub: '%%TTD_PUBLISHERID%%',
    site: '%%TTD_SITE%%',
  },
  xandr: {
    cb: '$' + '{CACHEBUSTER}',
    src: '$' + '{REFERER_URL_ENC}',
    io: '$' + '{IO_ID}',
    li: '$' + '{CPG_ID}',
    cr: '$' + '{CREATIVE_ID}',
    pub: '$' + '{PUBLISHER_ID}',
    site: '$' + '{SITE_ID}',
  },
  gam: {
    cb: '%%CACHEBUSTER%%',
    src: '%%REFERRER_URL_ESC%%',
    io: '%ebuy!',
    li: '%eaid!',
    cr: '%ecid!',
    pub: '%%SITE%%',
  },
  googleads: { cb: '{random}', io: '{campaignid}', li: '{adgroupid}', cr: '{creative}', pub: '{placement}' },
  other: { cb: '[CACHEBUSTER]', src: '[PAGE_URL]', cr: '[CREATIVE_ID]', pub: '[PUBLISHER_ID]', site: '[SITE_ID]' },
};

/** YouTube fills in none of DV360: clicks have those of Google Ads (ValueTrack), and impressions nothing. */
export function macrosFor(type: EntryType, platform: AdPlatform, isClick: boolean): Macros {
  if (type !== 'yt') return MACROS[platform];
  return isClick ? MACROS.googleads : {};
}

export function warningsFor(type: EntryType, platform: AdPlatform): TagWarning[] {
  if (type === 'yt') return platform === 'googleads' ? ['yt_approval'] : ['yt_macros', 'yt_approval'];
  return platform === 'other' && type !== 'vast' ? ['other_macros'] : [];
}

/** What a platform did not fill in. */
const UNFILLED = /^(-1|-2|\$\{.*\}|%%.*%%|%[a-z]+!|\[.*\]|\{.*\})$/i;

/** What was filled in; '' for a macro that came as it stands in the tag. */
export function filledIn(value: string | undefined): string {
  const text = (value ?? '').trim();
  return UNFILLED.test(text) ? '' : text;
}

/** An address with what a platform could have filled in: for whoever tries it. `n` tells one try from another. */
export function withSamples(address: string, n: string): string {
  const samples: Readonly<Record<MacroName, string>> = {
    cb: n,
    src: encodeURIComponent('https://news.example/article'),
    io: '1001',
    li: '2002',
    cr: '3003',
    pub: '4004',
    site: 'news.example',
  };
  return address.replace(/([?&])(cb|src|io|li|cr|pub|site)=[^&"]*/g, (_, sign: string, name: string) => {
    const found = MACRO_NAMES.find((each) => each === name);
    return `${sign}${name}=${found ? samples[found] : ''}`;
  });
}
