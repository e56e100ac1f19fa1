import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Found } from '#domains/alerts/contract/alert.ts';
import { useFormat } from '#platform/web/i18n/format.ts';

/** When and by whom, of what was found, in the reader's language. */
export function useFoundWords() {
  const { t } = useTranslation('alerts');
  const format = useFormat();
  return useMemo(
    () => ({
      period: ({ period }: Found): string => {
        const [day = '', hour] = period.split('T');
        return hour === undefined ? format.day(day) : t('period_hour', { day: format.day(day), hour });
      },
      causes: ({ causes }: Found): string =>
        format.list(
          causes.map(({ publisher, parts }) =>
            publisher === '' ? t('whole') : [publisher, ...parts].slice(0, 3).join(' / '),
          ),
        ),
    }),
    [t, format],
  );
}
