import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { VerdictChangeRow } from '#traffic/judge/contract/verdict-change-endpoints.ts';

/** Why verdicts changed: the program's own reasons in the reader's language, those of people in their words. */
export function useReason(): (row: Pick<VerdictChangeRow, 'reason' | 'told'>) => string {
  const { t } = useTranslation('verdict-changes');
  return useCallback(
    ({ reason, told }) => (told ? t(`reason_${told.code}`, { ...told.values, defaultValue: reason }) : reason),
    [t],
  );
}
