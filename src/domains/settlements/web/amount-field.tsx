import { TextInput } from '@mantine/core';

interface Props {
  label: string;
  value: string;
  onChange: (amount: string) => void;
  description?: string;
  error?: string | undefined;
}

/** Decimal text, as it is typed: a number would round it. A comma is read as the point. */
export const AmountField = ({ onChange, error, ...field }: Props) => (
  <TextInput
    {...field}
    error={error}
    inputMode="decimal"
    maxLength={20}
    required
    onChange={(event) => onChange(event.currentTarget.value.trim().replace(',', '.'))}
  />
);
