import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useWhyWords } from '../use-why-words.ts';
import type { GroupWords } from './read-condition.ts';

/** What conditions are read out with, in the reader's language. */
export function useReader(timeZone: string): GroupWords {
  const { t, i18n } = useTranslation('conditions');
  const words = useWhyWords(timeZone);
  return useMemo(() => {
    const list = new Intl.ListFormat(i18n.language, { type: 'disjunction' });
    return { words, t, either: (parts) => list.format(parts) };
  }, [words, t, i18n.language]);
}
