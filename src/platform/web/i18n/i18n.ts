import i18next, { type BackendModule, type ResourceKey } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Locale } from '#platform/contract/locales.ts';
import { visibleText } from '#platform/contract/visible-text.ts';
import { chosenLocale, rememberLocale } from './locales.ts';

/** Texts of a namespace in a language. */
export type TextFile = (namespace: string, language: string) => Promise<ResourceKey>;

const backend = (read: TextFile): BackendModule => ({
  type: 'backend',
  init: () => undefined,
  read: (language: string, namespace: string) => read(namespace, language),
});

/** Texts come per language and namespace, when a screen first asks for them (`useTranslation('board')` suspends). */
export async function startTexts(file: TextFile, namespaces: string[], lng: Locale = chosenLocale()): Promise<void> {
  document.documentElement.lang = lng;
  if (i18next.isInitialized) return i18next.loadNamespaces(namespaces);
  await i18next
    .use(backend(file))
    .use(initReactI18next)
    .init({
      lng,
      // No fallback language: a test holds all six files equal, and a fallback would load every text twice.
      fallbackLng: false,
      ns: namespaces,
      defaultNS: namespaces[0] ?? 'ui',
      keySeparator: false,
      nsSeparator: ':',
      // React and mails escape what they write; of values only what would turn the words around them is made visible.
      interpolation: { escapeValue: true, escape: visibleText },
      react: { useSuspense: true },
    });
}

export async function chooseLocale(locale: Locale): Promise<void> {
  rememberLocale(locale);
  await i18next.changeLanguage(locale);
  document.documentElement.lang = locale;
}

/** Texts of a screen together with its code, so that it does not stop half drawn to wait for its words. */
export const loadTexts = (namespaces: string[]): Promise<void> => i18next.loadNamespaces(namespaces);

/**
 * The code of a screen together with the texts of all that opens on it: the first drawer that waits for words of its
 * own would blank the screen meanwhile.
 */
export async function withTexts<M>(code: Promise<M>, namespaces: readonly string[]): Promise<M> {
  const [loaded] = await Promise.all([code, loadTexts([...namespaces])]);
  return loaded;
}
