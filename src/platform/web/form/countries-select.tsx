import { MultiSelect } from '@mantine/core';
import { useMemo } from 'react';
import { COUNTRIES } from '#platform/contract/countries.ts';
import { useFormat } from '../i18n/format.ts';

interface Props {
  label: string;
  description?: string;
  /** Codes (ISO 3166-1 alpha-2). */
  value: readonly string[];
  error?: string | undefined;
  /** Shown while none is chosen. */
  placeholder?: string;
  readOnly?: boolean;
  onChange: (countries: string[]) => void;
}

/** Any number of countries, by their names in the reader's language. */
export function CountriesSelect({ value, placeholder = '', onChange, ...field }: Props) {
  const format = useFormat();
  const countries = useMemo(
    () =>
      COUNTRIES.map((code) => ({ value: code, label: format.country(code) })).sort((a, b) =>
        a.label.localeCompare(b.label),
      ),
    [format],
  );
  return (
    <MultiSelect
      {...field}
      data={countries}
      value={[...value]}
      placeholder={value.length === 0 ? placeholder : ''}
      searchable
      clearable
      limit={60}
      hidePickedOptions
      onChange={onChange}
    />
  );
}
