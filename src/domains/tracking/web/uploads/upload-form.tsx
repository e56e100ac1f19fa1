import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uploadEndpoints } from '#domains/tracking/contract/work-endpoints.ts';
import { upload } from '#platform/web/api/files.ts';
import { FileField } from '#platform/web/form/file-field.tsx';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { UploadResult } from './upload-result.tsx';

/** A file is checked first, which stores nothing of it, and taken when it is right. */
export function UploadForm() {
  const { t } = useTranslation('tracking');
  const { pkg } = useSelection();
  const client = useQueryClient();
  const errorText = useErrorText();
  const [file, setFile] = useState<File | null>(null);
  const send = useMutation({
    mutationFn: ({ chosen, dry }: { chosen: File; dry: boolean }) =>
      upload(
        uploadEndpoints.add,
        {
          query: {
            package_name: pkg.package_name,
            file_name: chosen.name,
            dry_run: dry ? ('true' as const) : ('false' as const),
          },
        },
        new Blob([chosen], { type: 'application/octet-stream' }),
      ),
    onSuccess: () => client.invalidateQueries(),
  });
  // The button that was pushed; Enter is the first of them.
  const isDry = useRef(true);
  const start = (event: FormEvent): void => {
    event.preventDefault();
    if (file) send.mutate({ chosen: file, dry: isDry.current });
  };
  const push = (dry: boolean) => ({
    type: 'submit' as const,
    disabled: !file,
    loading: send.isPending && send.variables.dry === dry,
    onClick: () => {
      isDry.current = dry;
    },
  });
  return (
    <form className={screen.form} onSubmit={start} aria-busy={send.isPending}>
      <p className={screen.note}>{t('upload_columns')}</p>
      <FileField
        label={t('file_name')}
        accept=".csv,text/csv"
        value={file}
        placeholder={t('choose_file')}
        onChange={(chosen) => {
          setFile(chosen);
          send.reset();
        }}
      />
      <Group gap="xs">
        <Button {...push(true)}>{t('check_file')}</Button>
        <Button variant="default" {...push(false)}>
          {t('take_file')}
        </Button>
      </Group>
      {send.isError && (
        <p className={screen.fault} role="alert">
          {errorText(send.error)}
        </p>
      )}
      {send.data && <UploadResult upload={send.data.data} />}
    </form>
  );
}
