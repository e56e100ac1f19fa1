/** How other ad servers call what VAST has a macro for (DV360, Ad Manager, and what is written by hand). */
const OTHERS: readonly (readonly [RegExp, string])[] = [
  [/\$\{CACHEBUSTER\}|%%CACHEBUSTER%%|\{cachebuster\}|\[timestamp\]|\[random\]/gi, '[CACHEBUSTING]'],
  [/\$\{SOURCE_URL_ENC\}|%%PAGE_URL%%|\[referrer_url\]|\[page_url\]/gi, '[PAGEURL]'],
  [/\$\{GDPR_CONSENT_\d+\}|\$\{GDPR_CONSENT\}/gi, '[GDPRCONSENT]'],
  [/%%ADVERTISING_IDENTIFIER_PLAIN%%|\{ifa\}/gi, '[IFA]'],
  [/%%ADVERTISING_IDENTIFIER_IS_LAT%%/gi, '[LIMITADTRACKING]'],
];

/** The same address with the macros that players fill in; names nobody knows stay as they are. */
export const asVastMacros = (address: string): string =>
  OTHERS.reduce((text, [pattern, macro]) => text.replace(pattern, macro), address);

/** Macros of VAST in the address of a tag, by the parameter that takes each. */
const TAG_MACROS = {
  plc: '',
  cb: '[CACHEBUSTING]',
  ip: '[DEVICEIP]',
  ua: '[DEVICEUA]',
  url: '[PAGEURL]',
  dom: '[DOMAIN]',
  app: '[APPBUNDLE]',
  ifa: '[IFA]',
  lmt: '[LIMITADTRACKING]',
  vid: '[CONTENTID]',
  cat: '[CONTENTCAT]',
  gdpr_consent: '[GDPRCONSENT]',
  ss: '[SERVERSIDE]',
} as const;

/** A tag to hand out: brackets stay as they are, or no player would know the macros. */
export const tagAddress = (base: string, key: string, publisher: string): string => {
  const named = publisher === '' ? '' : `pub=${encodeURIComponent(publisher)}&`;
  const macros = Object.entries(TAG_MACROS).map(([name, macro]) => `${name}=${macro}`);
  return `${base}/vast/${key}.xml?${named}${macros.join('&')}`;
};
