import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

const WORDED: ReadonlySet<string> = new Set(['status', 'priority', 'source']);

/** Values of a closed list in the reader's language, everything else as it is. */
export function useCaseWord(): (field: string, value: string) => string {
  const { t } = useTranslation('tickets');
  return useCallback(
    (field, value) =>
      WORDED.has(field) ? t(`${field}_${value.toLowerCase().replaceAll(' ', '_')}`, { defaultValue: value }) : value,
    [t],
  );
}
