import { MultiSelect } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  label: string;
  description?: string;
  value: string[];
  error?: string | undefined;
  onChange: (languages: string[]) => void;
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

/** Two-letter codes that the browser has a name for, by their names in the reader's language. */
function languagesIn(locale: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' });
  return LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    .flatMap((code) => {
      const label = names.of(code);
      return label === undefined ? [] : [{ value: code, label }];
    })
    .sort((a, b) => a.label.localeCompare(b.label, locale));
}

/** Any number of languages (ISO 639-1). */
export function LanguagesSelect({ value, ...field }: Props) {
  const { i18n } = useTranslation();
  const languages = useMemo(() => languagesIn(i18n.language), [i18n.language]);
  return <MultiSelect {...field} data={languages} value={value} searchable clearable limit={60} hidePickedOptions />;
}
