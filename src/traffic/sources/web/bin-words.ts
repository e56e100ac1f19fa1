import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CTIT_EDGES } from '#traffic/sources/contract/source-endpoints.ts';

const STEPS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** The lower edges of the bins of click-to-install times, short: 5 s, 1 min, 12 h. */
export function useBinWords(): string[] {
  const { i18n } = useTranslation();
  return useMemo(
    () =>
      CTIT_EDGES.map((seconds) => {
        const [unit, size] = STEPS.find(([, length]) => seconds >= length) ?? (['second', 1] as const);
        return new Intl.NumberFormat(i18n.language, {
          style: 'unit',
          unit,
          unitDisplay: 'narrow',
          maximumFractionDigits: 0,
        }).format(seconds / size);
      }),
    [i18n.language],
  );
}
