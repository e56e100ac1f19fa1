import { withTexts } from '#platform/web/i18n/i18n.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';
import type { RuleSetPageId } from '#traffic/rule-sets/contract/pages.ts';
import { REFUSAL_TEXTS, ruleTexts, WHY_TEXTS } from '#traffic/rules/web/texts.ts';

export const RULE_SET_PAGE_COMPONENTS: PageComponents<RuleSetPageId> = {
  rules: async () =>
    (await withTexts(import('./rules-page.tsx'), ['rules', ...REFUSAL_TEXTS, ...WHY_TEXTS, ...ruleTexts()])).RulesPage,
  'rules-history': async () =>
    (await withTexts(import('./history-page.tsx'), ['rules', ...REFUSAL_TEXTS, 'verdict-changes', ...WHY_TEXTS]))
      .RulesHistoryPage,
};
