import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSelection } from '#platform/web/layout/selection.tsx';

interface Props {
  value: string;
  error: string | undefined;
  /** The server has asked for it. */
  asked: boolean;
  onChange: (confirm: string) => void;
}

/** The name of the package, asked for where much of the clean traffic would be hit. */
export function ConfirmField({ value, error, asked, onChange }: Props) {
  const { t } = useTranslation('blocks');
  const { pkg } = useSelection();
  if (!asked && value === '') return null;
  return (
    <TextInput
      label={t('confirm', { package: pkg.package_name })}
      value={value}
      error={error}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
