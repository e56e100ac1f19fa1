import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { scanEndpoints } from '#domains/relevancy/contract/scan-endpoints.ts';
import { isLocale } from '#platform/contract/locales.ts';
import { query } from '#platform/web/api/call.ts';

/** Countries and languages of a scan, as the server names them in the reader's language. */
export function usePlaces() {
  const { i18n } = useTranslation();
  const locale = isLocale(i18n.language) ? i18n.language : 'en';
  const asked = { query: { category: 'yt_relevancy' as const, ...(locale === 'en' ? {} : { locale }) } };
  const countries = useQuery(query(scanEndpoints.countries, asked));
  const languages = useQuery(query(scanEndpoints.languages, asked));
  return {
    countries: countries.data?.data.countries ?? [],
    languages: languages.data?.data.languages ?? [],
    error: countries.error ?? languages.error,
    refetch: () => void Promise.all([countries.refetch(), languages.refetch()]),
  };
}
