import { Select, TagsInput, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { COUNTRIES } from '#platform/contract/countries.ts';
import { FieldPair } from '#platform/web/form/form-card.tsx';
import { useFormat } from '#platform/web/i18n/format.ts';

export interface LegalDraft {
  legal_name: string;
  address: string;
  postal_code: string;
  city: string;
  state_code: string;
  country: string;
  tax_ids: string[];
}

export const EMPTY_LEGAL: LegalDraft = {
  legal_name: '',
  address: '',
  postal_code: '',
  city: '',
  state_code: '',
  country: '',
  tax_ids: [],
};

interface Props {
  draft: LegalDraft;
  fault: (field: keyof LegalDraft) => string | undefined;
  onChange: (part: Partial<LegalDraft>) => void;
}

const LONGEST = { legal_name: 200, address: 300, postal_code: 20, city: 100, state_code: 10 } as const;
const REQUIRED: ReadonlySet<string> = new Set(['legal_name', 'address']);

/** A company as the law wants it named. */
export function PartyFields({ draft, fault, onChange }: Props) {
  const { t } = useTranslation('invoices');
  const text = (name: keyof typeof LONGEST) => (
    <TextInput
      label={t(name)}
      description={name === 'state_code' ? t('state_code_hint') : undefined}
      value={draft[name]}
      error={fault(name)}
      maxLength={LONGEST[name]}
      required={REQUIRED.has(name)}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <>
      {text('legal_name')}
      {text('address')}
      <FieldPair>
        {text('postal_code')}
        {text('city')}
        <CountryField
          label={t('country')}
          value={draft.country}
          error={fault('country')}
          required
          onChange={(country) => onChange({ country })}
        />
        {text('state_code')}
      </FieldPair>
      <TagsInput
        label={t('tax_ids')}
        description={t('tax_ids_hint')}
        value={draft.tax_ids}
        error={fault('tax_ids')}
        maxTags={5}
        clearable
        onChange={(tax_ids) => onChange({ tax_ids })}
      />
    </>
  );
}

interface CountryProps {
  label: string;
  value: string;
  error: string | undefined;
  required?: boolean;
  placeholder?: string;
  onChange: (country: string) => void;
}

/** One country, by its name in the reader's language. */
export function CountryField({ value, onChange, ...field }: CountryProps) {
  const format = useFormat();
  const data = useMemo(
    () =>
      COUNTRIES.map((code) => ({ value: code, label: format.country(code) })).sort((a, b) =>
        a.label.localeCompare(b.label),
      ),
    [format],
  );
  return (
    <Select
      {...field}
      data={data}
      value={value === '' ? null : value}
      searchable
      clearable={!field.required}
      limit={60}
      onChange={(code) => onChange(code ?? '')}
    />
  );
}
