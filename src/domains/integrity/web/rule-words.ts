import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { RuleBody } from '#domains/integrity/contract/rule-endpoints.ts';

/** A rule as one sentence: what is compared, how, with what. */
export function useRuleWords(): (rule: Pick<RuleBody, 'field' | 'operator' | 'values'>) => string {
  const { t } = useTranslation('integrity');
  return useCallback(
    ({ field, operator, values }) =>
      [t(`field_${field}`), t(`operator_${operator}`), values.join(', ')].filter((part) => part !== '').join(' '),
    [t],
  );
}
