import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** What a code of VAST 4.2 (2.3.6) means; a code nobody has defined is undefined (900). */
export function useCodeWords(): (code: number) => string {
  const { t } = useTranslation('video');
  return useCallback((code) => t(`code_${code}`, { defaultValue: t('code_900') }), [t]);
}
