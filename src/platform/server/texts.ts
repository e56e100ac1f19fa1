import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInstance } from 'i18next';
import type { Locale } from '#platform/contract/locales.ts';
import type { Translate } from '#platform/contract/translate.ts';
import { visibleText } from '#platform/contract/visible-text.ts';

/** The texts of the screens for what the server writes in the reader's language. */
export type Texts = (locale: Locale) => Promise<Translate>;

const FILE = /[\\/]web[\\/]i18n[\\/]([a-z-]+)\.([a-z]{2})\.json$/;

/** Read from the sources below `root` when a language is first asked for; of several files of a namespace all count. */
export function openTexts(root: string): Texts {
  const known = new Map<Locale, Promise<Translate>>();
  return (locale) => {
    const found = known.get(locale) ?? load(join(root, 'src'), locale);
    known.set(locale, found);
    return found;
  };
}

async function load(folder: string, locale: Locale): Promise<Translate> {
  const texts: Record<string, Record<string, string>> = {};
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const [, namespace, language] = FILE.exec(path) ?? [];
    if (namespace === undefined || language !== locale) continue;
    const own: Record<string, string> = JSON.parse(await readFile(join(folder, path), 'utf8'));
    texts[namespace] = { ...texts[namespace], ...own };
  }
  const i18n = createInstance();
  await i18n.init({
    lng: locale,
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: ':',
    resources: { [locale]: texts },
    // React and mails escape what they write; of values only what would turn the words around them is made visible.
    interpolation: { escapeValue: true, escape: visibleText },
  });
  return (key, values) => i18n.t(key, { ...values });
}
