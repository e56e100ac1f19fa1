import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNames } from '#traffic/event/web/names.ts';

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

/** How a reason begins that is the name of a rule people wrote. */
const OF_RULE = 'rule: ';

/**
 * The closed terms of tracking in the reader's language; what nobody knows stays as it is. A reason may also be that of a
 * verdict, or a rule somebody wrote.
 */
export function useTrackingWords(): Words {
  const { t } = useTranslation('tracking');
  const names = useNames();
  return useMemo(() => {
    const wordOf =
      (term: Term) =>
      (value: string | null | undefined): string => {
        if (value === null || value === undefined || value === '') return '';
        if (term === 'reason' && value.startsWith(OF_RULE))
          return t('reason_of_rule', { name: value.slice(OF_RULE.length) });
        return t(`${term}_${value}`, { defaultValue: term === 'reason' ? names.reason(value) : value });
      };
    return Object.fromEntries(TERMS.map((term) => [term, wordOf(term)])) as unknown as Words;
  }, [t, names]);
}
