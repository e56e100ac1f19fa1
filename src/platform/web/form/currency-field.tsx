import { Select } from '@mantine/core';

const CURRENCIES = Intl.supportedValuesOf('currency');

interface Props {
  label: string;
  description?: string;
  value: string;
  error?: string | undefined;
  onChange: (currency: string) => void;
}

/** One of all currencies there are, by its code. */
export const CurrencyField = ({ onChange, ...props }: Props) => (
  <Select
    {...props}
    data={CURRENCIES}
    onChange={(currency) => currency !== null && onChange(currency)}
    searchable
    allowDeselect={false}
  />
);
