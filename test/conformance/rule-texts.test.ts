import { readFileSync } from 'node:fs';
import { build } from 'vite';
import { describe, expect, it } from 'vitest';
import { LOCALE_CODES } from '#platform/contract/locales.ts';
import { RULE_LANGUAGES, type RuleLanguage } from '#traffic/rules/contract/rule-text-endpoints.ts';
import { publicTexts, type RuleTextFile } from '#traffic/rules/server/public-texts.ts';
import { RULES } from '#traffic/rules/server/registry.ts';
import { englishRuleTexts, falsePositivesIn, outdatedTexts, RULE_TEXTS } from '#traffic/rules/server/rule-texts.ts';
import { ruleList } from '../../tools/rule-list.mjs';
import { texts } from '../../vite.config.ts';

type Texts = Readonly<Record<string, string>>;

const english = englishRuleTexts();
/** Every text of a file under a key of its own. */
const textsOf = (file: RuleTextFile): Texts =>
  Object.fromEntries([
    ...Object.entries(publicTexts(file)).flatMap(([, texts]) => Object.entries(texts)),
    ...Object.entries(file.rules).map(([id, { falsePositives }]) => [`${id}.falsePositives`, falsePositives]),
  ]);
const spoken = textsOf(english);
const numbersIn = (text: string): string[] => (text.match(/\d+(?:[.,]\d+)?/g) ?? []).map((n) => n.replace(',', '.'));

describe('the texts of detection rules', () => {
  it.each(RULE_LANGUAGES)(
    'belong in %s to the English the rules have now: what was changed is translated again',
    (locale) => {
      // To renew one: translate it, take its line "of" away and run `npm run sync`, which writes the digest anew.
      expect(outdatedTexts(RULE_TEXTS[locale], english)).toEqual([]);
      const { rules, methods } = RULE_TEXTS[locale];
      const unnoted = Object.entries({ ...rules, ...methods }).filter(([, { of }]) => of === undefined);
      expect(unnoted.map(([id]) => `${id}: npm run sync`)).toEqual([]);
    },
  );

  it('name every limit as the beginning of a sentence that its number ends: of what, and whether more or less of it', () => {
    const ends = /(over|under|at least|at most|more than|less than|fewer than|within|up to|by at most)$/;
    const labels = RULES.flatMap(({ id, limits }) => Object.values(limits).map(({ label }) => `${id}: ${label}`));
    expect(labels.filter((label) => !ends.test(label))).toEqual([]);
    const bare = labels.filter((label) => /: (Share of|Only within|Filled in|Surely)/.test(label));
    expect(bare).toEqual([]);
  });

  it.each(['title', 'looksAt', 'falsePositives'] as const)('are outdated where a rule says another %s', (part) => {
    const renewed = englishRuleTexts(
      RULES.map((rule) => (rule.id === 'few_returns' ? { ...rule, [part]: 'Other' } : rule)),
    );
    expect(outdatedTexts(RULE_TEXTS.de, renewed)).toEqual(['rules few_returns']);
  });

  it('exist in every language of the product', () => {
    expect([...RULE_LANGUAGES, 'en'].sort()).toEqual([...LOCALE_CODES].sort());
  });

  it.each(RULE_LANGUAGES)(
    'say in %s all that each rule, limit and method says, and nothing of one that is gone',
    (locale) => {
      const texts = textsOf(RULE_TEXTS[locale]);
      expect(Object.keys(texts).sort()).toEqual(Object.keys(spoken).sort());
      const prose = Object.entries(texts).filter(([key]) => !/^(limit|rule)\./.test(key));
      expect(prose.filter(([key, text]) => text.trim() === '' || text === spoken[key])).toEqual([]);
    },
  );

  it.each(RULE_LANGUAGES)('name the same figures in %s as in English', (locale) => {
    const texts = textsOf(RULE_TEXTS[locale]);
    const figured = Object.entries(spoken).filter(([, text]) => numbersIn(text).length > 0);
    expect(figured.length).toBeGreaterThan(4);
    const lost = figured.filter(([key, text]) => {
      const kept = numbersIn(texts[key] ?? '');
      return numbersIn(text).some((number) => !kept.includes(number));
    });
    expect(lost.map(([key]) => key)).toEqual([]);
  });

  it('have in the browser’s English the names the rules give themselves and their limits', () => {
    const file = new URL('../../src/traffic/rules/web/i18n/rule-names.en.json', import.meta.url);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(publicTexts(english)['rule-names']);
  });

  it.each(RULE_LANGUAGES)('give everybody in %s nothing of who may be hit by mistake', (locale: RuleLanguage) => {
    const secrets = Object.values(falsePositivesIn(locale));
    expect(secrets.length).toBe(RULES.length);
    const shown = JSON.stringify(publicTexts(RULE_TEXTS[locale]));
    expect(secrets.filter((text) => shown.includes(JSON.stringify(text).slice(1, -1)))).toEqual([]);
  });

  it('become files of the pages without who may be hit by mistake', async () => {
    const built = await build({
      configFile: false,
      logLevel: 'silent',
      plugins: [texts()],
      build: {
        write: false,
        minify: false,
        rolldownOptions: { input: 'virtual:texts', preserveEntrySignatures: 'strict' },
      },
    });
    const code = JSON.stringify(built);
    const has = (text: string) => code.includes(JSON.stringify(JSON.stringify(text)).slice(3, -3));
    for (const locale of RULE_LANGUAGES)
      for (const { title, looksAt, falsePositives } of Object.values(RULE_TEXTS[locale].rules))
        expect([title, has(title), has(looksAt), has(falsePositives)]).toEqual([title, true, true, false]);
  });
});

describe('the list of rules', () => {
  it('has every file that declares one: after adding a rule, run `npm run sync`', () => {
    const file = new URL('../../src/traffic/rules/server/declared.ts', import.meta.url);
    expect(readFileSync(file, 'utf8')).toBe(ruleList());
  });
});
