import { useMemo } from 'react';
import { EXPLORE_MEASURES, factOfMedian } from '#analytics/contract/explore-measures.ts';
import { useWords } from '#analytics/web/words.ts';
import { type AlertSettings, metricUnit } from '#domains/alerts/contract/alert.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useTranslate } from '#platform/web/i18n/use-translate.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { useKeyNames } from '#traffic/event/web/key-names.ts';

const NAMESPACES = ['alerts', 'explore'] as const;

type Rule = Pick<AlertSettings, 'metric' | 'comparison' | 'direction' | 'limit'>;

/** What is watched, its values and the rule of an alert in the reader's language. */
export function useMetric() {
  const t = useTranslate(NAMESPACES);
  const words = useWords();
  const names = useKeyNames();
  const format = useFormat();
  const { pkg } = useSelection();
  return useMemo(() => {
    const name = (metric: string): string => {
      const fact = factOfMedian(metric);
      if (fact !== undefined) return t('explore:median_of', { fact: names.column(fact) });
      const measure = words.measure(metric, EXPLORE_MEASURES);
      return t(`alerts:metric_${metric}`, { defaultValue: t(`explore:measure_${metric}`, { defaultValue: measure }) });
    };
    const value = (metric: string, said: number): string => {
      const unit = metricUnit(metric);
      if (unit === 'percent') return format.percent(said / 100);
      return unit === 'money' ? format.money(said, pkg.currency) : format.number(said);
    };
    const rule = ({ metric, comparison, direction, limit }: Rule): string => {
      if (metric === 'new_publisher' || metric === 'freshness')
        return t(`alerts:rule_${metric}`, { limit: format.number(limit) });
      const said = comparison === 'limit' ? value(metric, limit) : format.number(limit);
      return t(`alerts:rule_${comparison}_${direction}`, { limit: said });
    };
    return { name, value, rule };
  }, [t, words, names, format, pkg.currency]);
}
