import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { EMBED_TOPICS } from '#analytics/contract/embed-pages.ts';
import { wordsOf as boardWords } from '#analytics/contract/words.ts';
import { PAGES } from '#app/contract/slices.ts';
import { OPERATORS, RULE_ACTIONS, RULE_FIELD_NAMES } from '#domains/integrity/contract/kinds.ts';
import { ERROR_CODES } from '#platform/contract/error-codes.ts';
import { LOCALE_CODES } from '#platform/contract/locales.ts';
import { HANDLINGS } from '#traffic/event/contract/event.ts';
import type { RuleLanguage } from '#traffic/rules/contract/rule-text-endpoints.ts';
import { publicTexts } from '#traffic/rules/server/public-texts.ts';
import { englishRuleTexts, falsePositivesIn, RULE_TEXTS } from '#traffic/rules/server/rule-texts.ts';

const SRC = join(import.meta.dirname, '../../src');
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).map((path) => join(SRC, path));

type Texts = Readonly<Record<string, string>>;

/** namespace → language → texts of all slices together. */
const namespaces = new Map<string, Map<string, Texts>>();
/** Keys that two slices give a text for. */
const twice: string[] = [];
for (const path of files) {
  const [, namespace, locale] = /\/web\/i18n\/([a-z-]+)\.([a-z]+)\.json$/.exec(path) ?? [];
  if (!namespace || !locale) continue;
  const byLocale = namespaces.get(namespace) ?? new Map<string, Texts>();
  const before = byLocale.get(locale) ?? {};
  const texts: Texts = JSON.parse(readFileSync(path, 'utf8'));
  twice.push(...Object.keys(texts).flatMap((key) => (key in before ? [`${namespace}:${key} (${locale})`] : [])));
  byLocale.set(locale, { ...before, ...texts });
  namespaces.set(namespace, byLocale);
}

// Texts of rules stand in files of the server, of which the build makes those of the browser; English in the rules.
for (const [locale, texts] of [...Object.entries(RULE_TEXTS), ['en', englishRuleTexts()] as const])
  for (const [namespace, words] of Object.entries(publicTexts(texts)))
    namespaces.set(namespace, (namespaces.get(namespace) ?? new Map<string, Texts>()).set(locale, words));

const textsOf = (namespace: string, locale: string): Texts => namespaces.get(namespace)?.get(locale) ?? {};
const placeholders = (text: string): string[] => [...text.matchAll(/\{\{\s*([^},\s]+)/g)].map((m) => m[1] ?? '').sort();

/** Texts that are rightly the same in another language: names, and words all six share. */
const SAME_ON_PURPOSE: readonly string[] = ['traffic:about.device_type'];

/** Words that are not said because the field, and the rest of the texts, say another: Impression, Whitelist. */
const ANOTHER_WORD: readonly { locale: RuleLanguage; words: RegExp }[] = [
  { locale: 'de', words: /einblendung|ausnahmeliste|wei(ß|ss)e liste/i },
];

const sources = files
  .filter((path) => /\/web\/.*\.tsx?$/.test(path) && !/\.test\./.test(path))
  .map((path) => ({ path: relative(SRC, path), text: readFileSync(path, 'utf8') }));

/** What the server writes by texts: mails, and pages of whoever followed a link. */
const servers = files
  .filter((path) => /\/server\/.*\.ts$/.test(path) && !/\.test\./.test(path))
  .map((path) => readFileSync(path, 'utf8'));

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

/** Names that are the same in every language, and what is typed rather than read. */
const NOT_TRANSLATED: readonly string[] = [
  'Adsieve',
  'Ctrl K',
  'CSV',
  'GET',
  'https://',
  'example.com',
  '/api/…',
  'curl',
  'curl -H "Authorization: Bearer …"',
];
/** Attributes of ours and of the browser that people read or hear. */
const READ = /^(aria-(label|description|roledescription|valuetext)|title|placeholder|label|alt|description|caption)$/;

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const parts = (node: Node): Node[] =>
  Object.values(node)
    .flatMap((value): unknown[] => (Array.isArray(value) ? value : [value]))
    .filter(isNode);

/** The words an expression puts on the screen as they are written; what a call makes of them is not looked at. */
function wordsOf(value: unknown): string[] {
  if (!isNode(value)) return [];
  switch (value['type']) {
    case 'JSXText':
    case 'Literal':
      return typeof value['value'] === 'string' ? [value['value']] : [];
    case 'TemplateLiteral':
      return (Array.isArray(value['quasis']) ? value['quasis'] : []).map(
        (each: { value: { raw: string } }) => each.value.raw,
      );
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
      return wordsOf(value['expression']);
    case 'ConditionalExpression':
      return [...wordsOf(value['consequent']), ...wordsOf(value['alternate'])];
    case 'LogicalExpression':
      return [...wordsOf(value['left']), ...wordsOf(value['right'])];
    default:
      return [];
  }
}

/** Everything in a file that stands between tags, or in an attribute people read, without a key. */
function written(node: Node): string[] {
  const own =
    node['type'] === 'JSXElement' || node['type'] === 'JSXFragment'
      ? (Array.isArray(node['children']) ? node['children'] : []).flatMap(wordsOf)
      : node['type'] === 'JSXAttribute' && isNode(node['name']) && READ.test(String(node['name']['name']))
        ? wordsOf(node['value'])
        : [];
  return [...own, ...parts(node).flatMap(written)];
}
const wordsIn = (name: string, text: string): string[] => {
  const { program, errors } = parseSync(name, text);
  if (errors.length > 0 || !isNode(program)) throw new Error(`${name} cannot be read`);
  return written(program)
    .map((words) => words.replace(/&\w+;/g, ' ').trim())
    .filter((words) => /\p{L}{2,}/u.test(words) && !NOT_TRANSLATED.includes(words));
};

/** Keys made of a name of a closed list: without a text the key itself would stand on the screen. */
const MADE_KEYS: readonly (readonly [namespace: string, start: string, names: readonly string[]])[] = [
  ['embed', 'topic_', EMBED_TOPICS],
  ['integrity', 'field_', RULE_FIELD_NAMES],
  ['integrity', 'operator_', OPERATORS],
  ['integrity', 'action_', RULE_ACTIONS],
];

describe('texts', () => {
  it('stand on every screen by their keys, never as English words between tags or in labels', () => {
    const seen =
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a source
      "const A = () => <p title=\"One two\" id=\"no\">Three {x ? 'Four' : t('no')} {`five ${n}`} <b alt={y && 'Six'}>– {t('no')}</b></p>;";
    expect(wordsIn('seen.tsx', seen).sort()).toEqual(['Four', 'One two', 'Six', 'Three', 'five']);
    const screens = sources.filter(({ path }) => path.endsWith('.tsx'));
    expect(screens.length).toBeGreaterThan(100);
    expect(screens.flatMap(({ path, text }) => wordsIn(path, text).map((words) => `${path}: ${words}`))).toEqual([]);
  });

  it('are looked at in every namespace there is a file of', () => {
    const inFolders = new Set(files.flatMap((path) => /\/web\/i18n\/([^/]+)\.[a-z]+\.json$/.exec(path)?.[1] ?? []));
    expect([...namespaces.keys()].sort()).toEqual([...inFolders, 'rule-texts'].sort());
    const unused = [...namespaces.keys()].filter(
      (name) =>
        !sources.some(({ text }) => text.includes(`'${name}'`) || text.includes(`/${name}.`)) &&
        !servers.some((text) => text.includes(`'${name}:`)),
    );
    expect(unused).toEqual([]);
    const unknown = sources.flatMap(({ path, text }) =>
      asked(text)
        .filter((name) => !namespaces.has(name))
        .map((name) => `${path}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  it('stand once: no two slices give a text for the same key', () => {
    expect(twice).toEqual([]);
  });

  it('has every namespace in all six languages', () => {
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

  it('says what a link did and which check decided in words, on boards as in lists', () => {
    const checks = ['duplicate', 'over_cap', 'signature_invalid', 'unknown_publisher', 'f_cap_threshold_breached'];
    for (const locale of LOCALE_CODES) {
      const [fields, traffic] = [textsOf('fields', locale), textsOf('traffic', locale)];
      const words = boardWords(
        (key, { defaultValue = '', ...values } = {}) => {
          const text = fields[key.replace('fields:', '')] ?? String(defaultValue);
          return Object.entries(values).reduce((all, [name, value]) => all.replace(`{{${name}}}`, String(value)), text);
        },
        { country: (code) => code },
      );
      for (const [name, codes] of [
        ['handling', HANDLINGS],
        ['handling_reason', checks],
      ] as const)
        for (const code of codes) {
          const said = words.value(name, code);
          expect([locale, code, said, said !== code]).toEqual([locale, code, traffic[`value.${name}.${code}`], true]);
        }
      expect(words.value('handling_reason', 'bot.non_browser')).not.toBe('bot.non_browser');
      expect(words.value('handling_reason', 'rule: Odd hours')).toMatch(/^[^{}]+Odd hours$/);
      expect(words.value('handling_reason', '')).toBe(traffic['no_check']);
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

  it.each(ANOTHER_WORD)('says one word for one thing ($locale)', ({ locale, words }) => {
    const texts = [...namespaces].flatMap(([namespace, byLocale]) =>
      Object.entries(byLocale.get(locale) ?? {}).map(([key, text]) => ({ key: `${namespace}:${key}`, text })),
    );
    const told = Object.entries(falsePositivesIn(locale)).map(([key, text]) => ({
      key: `false-positives:${key}`,
      text,
    }));
    expect([...texts, ...told].filter(({ text }) => words.test(text))).toEqual([]);
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

  it('has a key for each name of the lists that headings and labels are made of', () => {
    const wanted = MADE_KEYS.flatMap(([namespace, start, names]) =>
      names.map((name) => [namespace, `${start}${name}`] as const),
    );
    expect(wanted.filter(([namespace, key]) => !exists(namespace, key, false))).toEqual([]);
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
