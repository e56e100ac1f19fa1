import { readCookie, writeCookie } from '../cookie.ts';

/** Interface languages of the product, each in its own words. */
export const LOCALES = {
  de: 'Deutsch',
  en: 'English',
  es: 'Español',
  fr: 'Français',
  ja: '日本語',
  zh: '中文',
} as const;

export type Locale = keyof typeof LOCALES;

export const LOCALE_CODES = ['de', 'en', 'es', 'fr', 'ja', 'zh'] as const satisfies readonly Locale[];

const COOKIE = 'language';

export const isLocale = (code: string | undefined): code is Locale => LOCALE_CODES.some((l) => l === code);

/** English until the person chooses: the spec's default, whatever the browser prefers (I18N-CONST-01). */
export const chosenLocale = (): Locale => {
  const code = readCookie(COOKIE);
  return isLocale(code) ? code : 'en';
};

export const rememberLocale = (locale: Locale): void => writeCookie(COOKIE, locale);
