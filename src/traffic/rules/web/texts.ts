import { chosenLocale } from '#platform/web/i18n/locales.ts';

/** Texts of the reasons card and of conditions that are read out. */
export const WHY_TEXTS = ['traffic', 'rule-names', 'why', 'conditions'];

/** What refusals of rules and conditions are said with (`RuleNames`). */
export const REFUSAL_TEXTS = ['refusals', 'rule-names', 'limits', 'conditions', 'traffic'];

/** English stands in the rules themselves and has no file. */
export const ruleTexts = (): string[] => (chosenLocale() === 'en' ? [] : ['rule-texts']);
