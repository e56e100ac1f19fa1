import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { RuleBody } from '#domains/integrity/contract/rule-endpoints.ts';
import { useNames } from '#traffic/event/web/names.ts';

/** A value of a field as people call it: `missing` of a signature, `DE` of a country, `library` of an agent. */
export function useFactWords(): (field: string, value: string) => string {
  const { t } = useTranslation('integrity');
  const names = useNames();
  return useCallback(
    (field, value) => {
      if (value === '') return t('not_known');
      if (field === 'signature' || field === 'state') return t(`${field}_${value}`, { defaultValue: value });
      return names.value(field, value);
    },
    [t, names],
  );
}

/** A rule as one sentence: what is compared, how, with what. */
export function useRuleWords(): (rule: Pick<RuleBody, 'field' | 'operator' | 'values'>) => string {
  const { t } = useTranslation('integrity');
  const words = useFactWords();
  return useCallback(
    ({ field, operator, values }) =>
      [t(`field_${field}`), t(`operator_${operator}`), values.map((value) => words(field, value)).join(', ')]
        .filter((part) => part !== '')
        .join(' '),
    [t, words],
  );
}
