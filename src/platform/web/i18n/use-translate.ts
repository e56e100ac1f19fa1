import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Translate } from '#platform/contract/translate.ts';

/** Texts of the namespaces for what runs anywhere: it names each with its namespace. */
export function useTranslate(namespaces: readonly string[]): Translate {
  const { t } = useTranslation([...namespaces]);
  return useMemo(() => (key, values) => t(key, { ...values }), [t]);
}
