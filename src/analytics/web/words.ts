import { useMemo } from 'react';
import { type Words, wordsOf } from '#analytics/contract/words.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useTranslate } from '#platform/web/i18n/use-translate.ts';

const NAMESPACES = ['fields', 'board', 'ui'];

/** Names of the declared things in the reader's language. */
export function useWords(): Words {
  const t = useTranslate(NAMESPACES);
  const format = useFormat();
  return useMemo(() => wordsOf(t, format), [t, format]);
}
