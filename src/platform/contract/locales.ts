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

/** The first of the languages that there are words in, as browsers name them (`fr-CA`); English where there is none. */
export function localeOf(languages: readonly string[]): Locale {
  for (const each of languages) {
    const name = each.trim().slice(0, 2).toLowerCase();
    if (isLocale(name)) return name;
  }
  return 'en';
}

export const isLocale = (code: string | undefined): code is Locale => LOCALE_CODES.some((l) => l === code);
