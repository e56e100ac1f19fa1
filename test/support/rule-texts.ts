import { CATALOGUE } from '#traffic/rules/contract/catalogue.ts';
import { RULES } from '#traffic/rules/server/registry.ts';

/** The English of `rule-texts`, which has no file: it stands in the rules and in the catalogue of methods. */
export const englishRuleTexts = (): Record<string, string> =>
  Object.fromEntries([
    ...RULES.map(({ id, looksAt }) => [`${id}.looksAt`, looksAt]),
    ...CATALOGUE.flatMap(({ number, title, needs }) => [
      [`method.${number}.title`, title],
      ...(needs === undefined ? [] : [[`method.${number}.needs`, needs]]),
    ]),
  ]);
