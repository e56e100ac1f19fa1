import { NumberInput, Select, TextInput } from '@mantine/core';

interface AmountProps {
  label: string;
  value: string | null;
  onChange: (amount: string | null) => void;
  unit?: string;
  description?: string;
  error?: string | undefined;
  disabled?: boolean;
  required?: boolean;
}

/** Decimal text, as it is typed: a number would round it. A comma is read as the point. */
export const AmountField = ({ value, onChange, unit, error, ...field }: AmountProps) => (
  <TextInput
    {...field}
    inputMode="decimal"
    value={value ?? ''}
    error={error}
    rightSection={unit && <span>{unit}</span>}
    rightSectionWidth={unit && unit.length > 1 ? 48 : 28}
    maxLength={20}
    onChange={(event) => {
      const text = event.currentTarget.value.trim().replace(',', '.');
      onChange(text === '' ? null : text);
    }}
  />
);

interface CountProps {
  label: string;
  description?: string;
  value: number;
  min: number;
  max: number;
  error?: string | undefined;
  onChange: (value: number) => void;
}

export const CountField = ({ value, onChange, ...field }: CountProps) => (
  <NumberInput
    {...field}
    value={value}
    allowDecimal={false}
    onChange={(next) => onChange(typeof next === 'number' ? next : Number(next))}
  />
);

interface TermProps<V extends string> {
  label: string;
  description?: string;
  values: readonly V[];
  word: (value: string) => string;
  value: V;
  onChange: (value: V) => void;
}

/** One of a closed list. */
export const TermField = <V extends string>({ values, word, value, onChange, ...field }: TermProps<V>) => (
  <Select
    {...field}
    data={values.map((each) => ({ value: each, label: word(each) }))}
    value={value}
    allowDeselect={false}
    onChange={(next) => {
      const found = values.find((each) => each === next);
      if (found !== undefined) onChange(found);
    }}
  />
);
