import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { StandingView } from '#domains/block-lists/contract/standing-endpoints.ts';
import { useFormat } from '#platform/web/i18n/format.ts';

/** What a standing rule does, in a sentence. */
export function useRuleWords(): (rule: StandingView) => string {
  const { t } = useTranslation('blocks');
  const format = useFormat();
  return useCallback(
    ({ percent, days, least, rest }) => {
      const daysOf = (count: number): string => t('days_of', { count, days: format.number(count) });
      const numbers = { percent: format.number(percent), least: format.number(least) };
      return t('rule_says', { ...numbers, days: daysOf(days), rest: daysOf(rest) });
    },
    [t, format],
  );
}
