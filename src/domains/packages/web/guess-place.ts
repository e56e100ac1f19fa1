/** Countries whose currency is not in the name of their region; the euro area (2026) and the busiest markets. */
const EURO = 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' ');
const OTHERS: Readonly<Record<string, string>> = {
  GB: 'GBP',
  JP: 'JPY',
  CN: 'CNY',
  IN: 'INR',
  CH: 'CHF',
  BR: 'BRL',
  CA: 'CAD',
  AU: 'AUD',
  MX: 'MXN',
  KR: 'KRW',
  PL: 'PLN',
  SE: 'SEK',
  TR: 'TRY',
};

const FALLBACK = 'USD';

/** The currency of the browser's region; a guess the person sees and can change. */
export function guessCurrency(language: string): string {
  const region = new Intl.Locale(language).maximize().region ?? '';
  return EURO.includes(region) ? 'EUR' : (OTHERS[region] ?? FALLBACK);
}

/** Zones the server knows; browsers may name an alias it does not. */
export const ZONES: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

export function guessZone(): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return ZONES.includes(zone) ? zone : 'UTC';
}

/** Letters a field takes from which `domainOf` makes the name: an address is longer than its domain. */
export const LONGEST_ADDRESS = 200;

/** `https://www.shop.example/path` → `shop.example`: what people paste is seldom the bare domain. */
export function domainOf(text: string): string {
  const host = text
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/[/?#:].*$/, '');
  return host.replace(/^www\./, '');
}
