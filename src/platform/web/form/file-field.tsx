import { FileInput, type FileInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** A file to choose, which can be taken away again by a button that says so. */
export function FileField<Multiple extends boolean = false>(props: FileInputProps<Multiple>) {
  const { t } = useTranslation('ui');
  return <FileInput clearable clearButtonProps={{ 'aria-label': t('remove_file') }} {...props} />;
}
