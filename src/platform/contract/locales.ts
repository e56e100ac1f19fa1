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

export const isLocale = (code: string | undefined): code is Locale => LOCALE_CODES.some((l) => l === code);
