import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/web/i18n/format.ts';
import { NOT_REPORTED } from '#traffic/event/contract/dimensions.ts';
import { keyText } from '#traffic/event/contract/key-text.ts';
import type { Names } from '#traffic/event/contract/names-of.ts';
import { useNames } from './names.ts';

/** The names of everything events are told apart by, facts among them: more than a board has to know. */
export function useKeyNames(): Names {
  const names = useNames();
  const format = useFormat();
  const { i18n } = useTranslation();
  const { language } = i18n;
  return useMemo(() => {
    const said = (field: string, value: string): string | undefined =>
      value === '' || value === NOT_REPORTED ? undefined : keyText(field, value, { format, language });
    return { ...names, value: (field, value) => said(field, value) ?? names.value(field, value) };
  }, [names, format, language]);
}
