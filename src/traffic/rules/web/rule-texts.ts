import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CatalogueRow } from '#traffic/rules/contract/catalogue.ts';
import { BLOCK_RULE, isBlockRule } from '#traffic/rules/contract/rule.ts';

/**
 * Name of a rule in the reader's language; `title` is the one it gives itself, or that of a rule somebody made. Of an
 * aspect of it, `id` is that of the rule with that of the aspect behind a dot.
 */
export function useRuleName(): (id: string, title?: string) => string {
  const { t } = useTranslation(['rule-names', 'traffic']);
  return useCallback(
    (id, title = id) =>
      isBlockRule(id)
        ? t(`block_rule.${id.slice(BLOCK_RULE.length)}`, { ns: 'traffic', defaultValue: title })
        : t(`rule.${id}`, { defaultValue: title }),
    [t],
  );
}

/** What detection methods say about themselves, in the reader's language. */
export interface RuleTexts {
  /** What a rule looks at; `english` is the rule's own text, shown where no other is known. */
  looksAt: (rule: string, english: string) => string;
  /** Name of a method of the catalogue. */
  method: (row: CatalogueRow) => string;
  /** What a method waits for, '' when for nothing. */
  needs: (row: CatalogueRow) => string;
}

/**
 * English stands in the rules and the catalogue themselves and has no file: whoever reads English loads none. Who may
 * be hit by mistake is left out where the files are made, for anybody can load them (`publicTexts`): the server tells
 * it to roles that may see rules.
 */
export function useRuleTexts(): RuleTexts {
  const { i18n } = useTranslation('ui');
  const { t } = useTranslation(i18n.language === 'en' ? 'ui' : 'rule-texts');
  return useMemo(() => {
    const said = (key: string, english: string): string => t(key, { defaultValue: english });
    return {
      looksAt: (rule, english) => said(`${rule}.looksAt`, english),
      method: ({ number, title }) => said(`method.${number}.title`, title),
      needs: ({ number, needs }) => (needs === undefined ? '' : said(`method.${number}.needs`, needs)),
    };
  }, [t]);
}
