import { useTranslation } from 'react-i18next';
import { type Format, formatOf } from '#platform/contract/format.ts';

/** Numbers, days and amounts in the reader's language. */
export function useFormat(): Format {
  const { i18n } = useTranslation();
  return formatOf(i18n.language);
}
