import { useMemo } from 'react';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useTranslate } from '#platform/web/i18n/use-translate.ts';
import { type Names, namesOf } from '#traffic/event/contract/names-of.ts';

const NAMESPACES = ['traffic'];

/** Names in the reader's language. */
export function useNames(): Names {
  const t = useTranslate(NAMESPACES);
  const format = useFormat();
  return useMemo(() => namesOf(t, format), [t, format]);
}
