import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useTranslate } from '#platform/web/i18n/use-translate.ts';
import { useNames } from '#traffic/event/web/names.ts';
import type { SentenceWords } from '#traffic/rules/contract/sentence.ts';

const NAMESPACES = ['why'];

/** Everything sentences are made of, in the reader's language and the package's time zone. */
export function useWhyWords(timeZone: string): SentenceWords {
  const t = useTranslate(NAMESPACES);
  const { t: ui, i18n } = useTranslation('ui');
  const names = useNames();
  const format = useFormat();
  return useMemo(
    () => ({
      t,
      locale: i18n.language,
      timeZone,
      value: names.value,
      column: names.column,
      reason: names.reason,
      why: names.why,
      list: format.list,
      verdict: (verdict) => ui(`verdict_${verdict}`),
    }),
    [t, i18n.language, ui, names, format, timeZone],
  );
}
