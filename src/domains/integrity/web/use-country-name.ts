import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/web/i18n/format.ts';

/** The name of a country in the reader's language, also of the one that is not known. */
export function useCountryName(): (code: string) => string {
  const { t } = useTranslation('integrity');
  const format = useFormat();
  return useCallback((code) => (code === '' ? t('unknown_country') : format.country(code)), [t, format]);
}
