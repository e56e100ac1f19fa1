import { RULE_LANGUAGES } from '#traffic/rules/contract/rule-text-endpoints.ts';
import { publicTexts } from '../server/public-texts.ts';
import { RULE_TEXTS } from '../server/rule-texts.ts';

/**
 * Texts of rules by namespace, as the browser loads them in a
 * language; English has one file, which is found as others are.
 */
export function ruleWords(locale: string): Record<string, Record<string, string>> {
  const language = RULE_LANGUAGES.find((each) => each === locale);
  return language ? publicTexts(RULE_TEXTS[language]) : {};
}
