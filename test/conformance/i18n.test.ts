import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PAGES } from '#app/contract/pages.ts';
import { ERROR_CODES } from '#platform/contract/error-codes.ts';
import { LOCALE_CODES } from '#platform/web/i18n/locales.ts';

const SRC = join(import.meta.dirname, '../../src');
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).map((path) => join(SRC, path));

type Texts = Readonly<Record<string, string>>;

/** namespace → language → texts, with the folder they stand in. */
const namespaces = new Map<string, Map<string, Texts>>();
for (const path of files) {
  const [, namespace, locale] = /\/web\/i18n\/([a-z-]+)\.([a-z]+)\.json$/.exec(path) ?? [];
  if (!namespace || !locale) continue;
  const byLocale = namespaces.get(namespace) ?? new Map<string, Texts>();
  byLocale.set(locale, JSON.parse(readFileSync(path, 'utf8')));
  namespaces.set(namespace, byLocale);
}

const textsOf = (namespace: string, locale: string): Texts => namespaces.get(namespace)?.get(locale) ?? {};
const placeholders = (text: string): string[] => [...text.matchAll(/\{\{\s*([^},\s]+)/g)].map((m) => m[1] ?? '').sort();

/** Texts that are rightly the same in another language: names, and words all six share. */
const SAME_ON_PURPOSE: readonly string[] = ['traffic:about.device_type'];

const sources = files
  .filter((path) => /\/web\/.*\.tsx?$/.test(path) && !/\.test\./.test(path))
  .map((path) => ({ path: relative(SRC, path), text: readFileSync(path, 'utf8') }));

/** Namespaces a file asks for; the first is the one of bare keys. */
const asked = (text: string): string[] =>
  [...text.matchAll(/useTranslation\(\s*(\[[^\]]*\]|'[^']*')/g)].flatMap((m) =>
    [...(m[1] ?? '').matchAll(/'([^']+)'/g)].map((n) => n[1] ?? ''),
  );

/** Whether a key, or a plural of it, or (for the start of a template) any key beginning so, exists. */
const exists = (namespace: string, key: string, isPrefix: boolean): boolean => {
  const keys = Object.keys(textsOf(namespace, 'en'));
  return keys.some((k) => (isPrefix ? k.startsWith(key) : k === key || k === `${key}_other`));
};

describe('texts', () => {
  it('has every namespace in all six languages [I18N-UI-01]', () => {
    for (const [namespace, byLocale] of namespaces)
      expect([namespace, [...byLocale.keys()].sort()]).toEqual([namespace, [...LOCALE_CODES].sort()]);
  });

  it.each([...namespaces.keys()])('%s has the same keys and placeholders in every language', (namespace) => {
    const english = textsOf(namespace, 'en');
    for (const locale of LOCALE_CODES) {
      const texts = textsOf(namespace, locale);
      expect([locale, Object.keys(texts)]).toEqual([locale, Object.keys(english)]);
      for (const [key, text] of Object.entries(texts)) {
        expect([locale, key, placeholders(text)]).toEqual([locale, key, placeholders(english[key] ?? '')]);
        expect([locale, key, text.trim() !== '']).toEqual([locale, key, true]);
      }
    }
  });

  it('leaves no sentence in English by accident', () => {
    const left = [...namespaces].flatMap(([namespace, byLocale]) =>
      [...byLocale]
        .filter(([locale]) => locale !== 'en')
        .flatMap(([locale, texts]) =>
          Object.entries(texts)
            .filter(([key, text]) => text === textsOf(namespace, 'en')[key] && text.split(/\s+/).length > 3)
            .map(([key]) => `${namespace}:${key}`)
            .filter((key) => !SAME_ON_PURPOSE.includes(key))
            .map((key) => `${key} (${locale})`),
        ),
    );
    expect(left).toEqual([]);
  });

  it('has every key the code asks for', () => {
    const missing = sources.flatMap(({ path, text }) => {
      const spaces = asked(text);
      if (spaces.length === 0) return [];
      return [...text.matchAll(/\bt\(\s*(['`])((?:[a-z]+:)?[A-Za-z0-9_.-]*)(\$\{)?/g)].flatMap(
        ([, quote, written = '', hole]) => {
          const [namespace, key] = written.includes(':') ? written.split(':') : [undefined, written];
          const isPrefix = quote === '`' && hole !== undefined;
          const candidates = namespace ? [namespace] : spaces;
          return candidates.some((n) => exists(n, key ?? '', isPrefix)) ? [] : [`${path}: ${written}`];
        },
      );
    });
    expect(missing).toEqual([]);
  });

  it('says the errors in English exactly as the server does [I18N-GAP-02]', () => {
    const english = textsOf('errors', 'en');
    for (const [code, { message }] of Object.entries(ERROR_CODES))
      expect([code, english[code]]).toEqual([code, message]);
  });

  it('names every page, category and sub-category of the registry', () => {
    const names = PAGES.flatMap((page) => [
      page.title,
      ...(page.menu ? [page.menu.category, page.menu.subCategory] : []),
    ]);
    const known = textsOf('pages', 'en');
    expect(names.filter((name) => name !== '' && known[name] !== name)).toEqual([]);
  });
});
