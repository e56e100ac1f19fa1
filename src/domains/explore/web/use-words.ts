import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EXPLORE_MEASURES, factOfMedian } from '#analytics/contract/explore-measures.ts';
import { useWords } from '#analytics/web/words.ts';
import { TRAFFIC_FIELDS } from '#traffic/event/contract/fields.ts';
import type { KeyName } from '#traffic/event/contract/keys.ts';
import { useKeyNames } from '#traffic/event/web/key-names.ts';

export interface ExploreWords {
  key: (name: KeyName) => string;
  keyMeaning: (name: KeyName) => string;
  value: (name: KeyName, value: string) => string;
  measure: (name: string) => string;
  measureMeaning: (name: string) => string;
  /** What its numbers are in, where they stand bare. */
  unit: (name: string) => string | undefined;
}

/** Names of what Explore tells apart and counts, in the reader's language. */
export function useExploreWords(): ExploreWords {
  const { t } = useTranslation('explore');
  const names = useKeyNames();
  const words = useWords();
  return useMemo(
    () => ({
      key: names.dimension,
      keyMeaning: (name) => t(`about_${name}`, { defaultValue: names.about(name) }),
      value: names.value,
      measure: (name) => {
        const fact = factOfMedian(name);
        return fact === undefined
          ? t(`measure_${name}`, { defaultValue: words.measure(name, EXPLORE_MEASURES) })
          : t('median_of', { fact: names.column(fact) });
      },
      measureMeaning: (name) => {
        const fact = factOfMedian(name);
        return fact === undefined
          ? t(`meaning_${name}`, { defaultValue: words.measureMeaning(name, EXPLORE_MEASURES) })
          : t('median_meaning', { fact: names.about(fact) });
      },
      unit: (name) => {
        const unit = TRAFFIC_FIELDS[factOfMedian(name) ?? '']?.unit;
        return unit === undefined ? undefined : t(`unit_${unit}`, { defaultValue: unit });
      },
    }),
    [t, names, words],
  );
}
