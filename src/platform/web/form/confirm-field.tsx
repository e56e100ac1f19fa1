import { TextInput } from '@mantine/core';

interface Props {
  label: string;
  value: string;
  error: string | undefined;
  /** The server has asked for it. */
  asked: boolean;
  onChange: (confirm: string) => void;
}

/** The name of the package, typed by whoever really means what would do much at once. Shown once it was asked for. */
export const ConfirmField = ({ label, value, error, asked, onChange }: Props) =>
  (asked || value !== '') && (
    <TextInput
      label={label}
      value={value}
      error={error}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
