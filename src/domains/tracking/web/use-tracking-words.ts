import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

const TERMS = [
  'state',
  'action',
  'approval',
  'over',
  'metric',
  'period',
  'model',
  'conversion',
  'postback',
  'notice',
  'health',
  'upload',
  'reason',
  'way',
  'check',
] as const;
type Term = (typeof TERMS)[number];
type Words = Readonly<Record<Term, (value: string | null | undefined) => string>>;

/** The closed terms of tracking in the reader's language; what nobody knows stays as it is. */
export function useTrackingWords(): Words {
  const { t } = useTranslation('tracking');
  return useMemo(() => {
    const wordOf =
      (term: Term) =>
      (value: string | null | undefined): string => {
        if (value === null || value === undefined || value === '') return '';
        return t(`${term}_${value}`, { defaultValue: value });
      };
    return Object.fromEntries(TERMS.map((term) => [term, wordOf(term)])) as unknown as Words;
  }, [t]);
}
