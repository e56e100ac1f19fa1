import type { RuleLanguage } from '#traffic/rules/contract/rule-text-endpoints.ts';
import { de } from './de.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { ja } from './ja.ts';
import { zh } from './zh.ts';

/** Who each rule may hit by mistake, by language and rule. On the server only: some of it quotes limits. */
export const FALSE_POSITIVES: Readonly<Record<RuleLanguage, Readonly<Record<string, string>>>> = {
  de,
  es,
  fr,
  ja,
  zh,
};
