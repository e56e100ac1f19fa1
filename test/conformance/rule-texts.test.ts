import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LOCALE_CODES } from '#platform/web/i18n/locales.ts';
import { RULE_LANGUAGES, type RuleLanguage } from '#traffic/rules/contract/rule-text-endpoints.ts';
import { FALSE_POSITIVES } from '#traffic/rules/server/false-positives/texts.ts';
import { RULES } from '#traffic/rules/server/registry.ts';
import { englishRuleTexts } from '../support/rule-texts.ts';

type Texts = Readonly<Record<string, string>>;

const readJson = (path: string): Texts => JSON.parse(readFileSync(join(import.meta.dirname, path), 'utf8'));
/** The room of each namespace. */
const ROOMS = { 'rule-texts': 'rules', limits: 'rules', traffic: 'event' } as const;
const textsOf = (namespace: keyof typeof ROOMS, locale: string): Texts =>
  readJson(`../../src/traffic/${ROOMS[namespace]}/web/i18n/${namespace}.${locale}.json`);

/** `rule-texts` of the browser and, under keys of their own, what only the server tells. */
const all = (texts: Texts, mistaken: Texts): Texts => ({
  ...texts,
  ...Object.fromEntries(Object.entries(mistaken).map(([id, text]) => [`${id}.falsePositives`, text])),
});
const english = all(
  englishRuleTexts(),
  Object.fromEntries(RULES.map(({ id, falsePositives }) => [id, falsePositives])),
);
const translated = (locale: RuleLanguage): Texts => all(textsOf('rule-texts', locale), FALSE_POSITIVES[locale]);
const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);
const numbersIn = (text: string): string[] => (text.match(/\d+(?:[.,]\d+)?/g) ?? []).map((n) => n.replace(',', '.'));

/** Keys of a file that begin so, without the beginning. */
const named = (texts: Texts, beginning: string): string[] =>
  Object.keys(texts).flatMap((key) => (key.startsWith(beginning) ? [key.slice(beginning.length)] : []));

describe('the texts of detection rules', () => {
  it('belong to the English the rules have now: what was changed is translated again', () => {
    // To renew an entry: change the text in all five files, then write its new digest here.
    const now = Object.fromEntries(Object.entries(english).map(([key, text]) => [key, digest(text)]));
    expect(readJson('rule-texts.json')).toEqual(now);
  });

  it('exist in every language of the product', () => {
    expect([...RULE_LANGUAGES, 'en'].sort()).toEqual([...LOCALE_CODES].sort());
  });

  it.each(RULE_LANGUAGES)(
    'say all that each rule and method says, in %s, and nothing of one that is gone',
    (locale) => {
      const texts = translated(locale);
      expect(Object.keys(texts)).toEqual(Object.keys(english));
      expect(Object.entries(texts).filter(([key, text]) => text.trim() === '' || text === english[key])).toEqual([]);
    },
  );

  it.each(RULE_LANGUAGES)('name the same figures in %s as in English', (locale) => {
    const texts = translated(locale);
    const figured = Object.entries(english).filter(([, text]) => numbersIn(text).length > 0);
    expect(figured.length).toBeGreaterThan(4);
    const lost = figured.filter(([key, text]) => {
      const kept = numbersIn(texts[key] ?? '');
      return numbersIn(text).some((number) => !kept.includes(number));
    });
    expect(lost.map(([key]) => key)).toEqual([]);
  });

  it.each(LOCALE_CODES)('have a name for every rule and limit in %s, and none for one that is gone', (locale) => {
    expect(named(textsOf('traffic', locale), 'rule.').sort()).toEqual(RULES.map(({ id }) => id).sort());
    const labels = RULES.flatMap(({ limits }) => Object.values(limits).map(({ label }) => label));
    expect(named(textsOf('limits', locale), 'limit.').sort()).toEqual([...new Set(labels)].sort());
  });

  it('have in English the names the rules give themselves', () => {
    const names = textsOf('traffic', 'en');
    expect(RULES.filter(({ id, title }) => names[`rule.${id}`] !== title).map(({ id }) => id)).toEqual([]);
    const limits = textsOf('limits', 'en');
    const wrong = named(limits, 'limit.').filter((label) => limits[`limit.${label}`] !== label);
    expect(wrong).toEqual([]);
  });
});
