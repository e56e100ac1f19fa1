import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Sentence, SentenceValue } from '#domains/today/contract/sentences.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { useNames } from '#traffic/event/web/names.ts';
import { assumedText } from '#traffic/money/contract/amounts-text.ts';
import { amountsText } from '#traffic/money/contract/paid-text.ts';
import { type DayWords, dayWords } from './day-words.ts';

export function useDayWords(): DayWords {
  const { i18n } = useTranslation();
  const { pkg } = useSelection();
  return useMemo(
    () => dayWords(i18n.language, pkg.time_zone, pkg.today.slice(0, 4)),
    [i18n.language, pkg.time_zone, pkg.today],
  );
}

/** A sentence in the reader's language, its values written as the product writes them everywhere. */
export function useSentenceText(): (sentence: Pick<Sentence, 'says' | 'count' | 'values'>) => string {
  const { t } = useTranslation('today');
  const { t: ui } = useTranslation('ui');
  const format = useFormat();
  const names = useNames();
  const days = useDayWords();
  const { pkg } = useSelection();
  return useMemo(() => {
    const written = (said: SentenceValue): string => {
      switch (said.as) {
        case 'count':
          return format.number(said.value);
        case 'share':
          return said.value === null ? ui('too_few') : format.percent(said.value);
        case 'day':
          return days.day(said.value);
        case 'moment':
          return days.moment(said.value);
        case 'kind':
          return t(`kind_${said.value}`);
        case 'reason':
          return names.reason(said.value);
        case 'money': {
          const text = amountsText(said.value, format, pkg.currency) ?? format.money(0, pkg.currency);
          return said.assumed ? assumedText(text) : text;
        }
        case 'names':
          return format.list(said.value);
      }
    };
    return ({ says, count, values }) =>
      t(says, {
        count,
        ...Object.fromEntries(Object.entries(values).map(([name, said]) => [name, written(said)])),
      });
  }, [t, ui, format, names, days, pkg.currency]);
}
