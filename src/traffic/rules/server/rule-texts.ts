import { createHash } from 'node:crypto';
import { CATALOGUE } from '#traffic/rules/contract/catalogue.ts';
import type { Rule } from '#traffic/rules/contract/rule.ts';
import type { RuleLanguage } from '#traffic/rules/contract/rule-text-endpoints.ts';
import { defaultLimits } from './default-limits.ts';
import type { RuleTextFile } from './public-texts.ts';
import { RULES } from './registry.ts';
import de from './texts/de.json' with { type: 'json' };
import es from './texts/es.json' with { type: 'json' };
import fr from './texts/fr.json' with { type: 'json' };
import ja from './texts/ja.json' with { type: 'json' };
import zh from './texts/zh.json' with { type: 'json' };

/** Rules in every language but English, which stands in the rules themselves. */
export const RULE_TEXTS: Readonly<Record<RuleLanguage, RuleTextFile>> = { de, es, fr, ja, zh };

/** Who each rule may hit by mistake, by rule. For roles that may see rules: some of it quotes limits. */
export const falsePositivesIn = (language: RuleLanguage): Record<string, string> =>
  Object.fromEntries(
    RULES.flatMap(({ id }) => {
      const text = RULE_TEXTS[language].rules[id];
      return text ? [[id, text.falsePositives]] : [];
    }),
  );

/**
 * The same as the other languages have, of what the rules and the catalogue say themselves, with the digests of now.
 */
export function englishRuleTexts(declared: readonly Rule[] = RULES): RuleTextFile {
  const rules = declared.map((rule) => {
    const { id, title, looksAt, falsePositives } = rule;
    const aspects = rule.aspects?.(defaultLimits(rule)) ?? [];
    const of = digestOf(title, looksAt, falsePositives, ...aspects.map((aspect) => aspect.title));
    const named = Object.fromEntries(aspects.map((aspect) => [aspect.id, aspect.title]));
    return [id, { title, ...(aspects.length > 0 ? { aspects: named } : {}), looksAt, falsePositives, of }];
  });
  const labels = declared.flatMap(({ limits }) => Object.values(limits).map(({ label }) => [label, label]));
  const methods = CATALOGUE.map(({ number, title, needs }) => [
    number,
    needs === undefined ? { title, of: digestOf(title) } : { title, needs, of: digestOf(title, needs) },
  ]);
  return {
    rules: sortedByKey(Object.fromEntries(rules)),
    limits: sortedByKey(Object.fromEntries(labels)),
    methods: sortedByKey(Object.fromEntries(methods)),
  };
}

/** The order of the files: texts are found by their names, and two that are added at once do not meet. */
export const sortedByKey = <T>(entries: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)));

const digestOf = (...texts: string[]): string =>
  createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 8);

/** Translations of an English that is gone, and what has no English any more. */
export function outdatedTexts(texts: RuleTextFile, english: RuleTextFile): string[] {
  const outdated = (kind: 'rules' | 'methods') =>
    Object.entries(texts[kind]).flatMap(([id, { of }]) =>
      of === undefined || of === english[kind][id]?.of ? [] : [`${kind} ${id}`],
    );
  return [...outdated('rules'), ...outdated('methods')];
}
