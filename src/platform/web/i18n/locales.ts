import { isLocale, type Locale, localeOf } from '#platform/contract/locales.ts';
import { readCookie, writeCookie } from '../cookie.ts';

const COOKIE = 'language';

/** English until the person chooses: the spec's default, whatever the browser prefers (I18N-CONST-01). */
export const chosenLocale = (): Locale => chosen() ?? 'en';

/** For a page somebody was sent who has never been here and chose nothing: as the pages of links, in their language. */
export const guestLocale = (): Locale => chosen() ?? localeOf(navigator.languages);

function chosen(): Locale | undefined {
  const code = readCookie(COOKIE);
  return isLocale(code) ? code : undefined;
}

export const rememberLocale = (locale: Locale): void => writeCookie(COOKIE, locale);
