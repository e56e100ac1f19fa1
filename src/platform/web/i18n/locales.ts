import { isLocale, type Locale } from '#platform/contract/locales.ts';
import { readCookie, writeCookie } from '../cookie.ts';

const COOKIE = 'language';

/** English until the person chooses: the spec's default, whatever the browser prefers (I18N-CONST-01). */
export const chosenLocale = (): Locale => {
  const code = readCookie(COOKIE);
  return isLocale(code) ? code : 'en';
};

export const rememberLocale = (locale: Locale): void => writeCookie(COOKIE, locale);
