import { Button, Checkbox, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fileEndpoints } from '#domains/supply/contract/supply-endpoints.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { upload } from '#platform/web/api/files.ts';
import { FileField } from '#platform/web/form/file-field.tsx';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useErrorText } from '#platform/web/ui/error-text.ts';

const TAKEN = { records: 'taken', nobody: 'taken_nobody', nothing: 'taken_nothing' } as const;

/** Asked only of who gives a file that names nobody. */
const isNobodyNamed = (error: unknown): boolean =>
  error instanceof ApiError && error.told?.code === 'supply_names_nobody';

/** A version somebody has as a file; it needs no network. */
export function UploadFile({ id }: { id: number }) {
  const { t } = useTranslation('supply');
  const client = useQueryClient();
  const errorText = useErrorText();
  const format = useFormat();
  const [file, setFile] = useState<File | null>(null);
  const [day, setDay] = useState('');
  const [isNobody, setNobody] = useState(false);
  const taking = useMutation({
    mutationFn: (chosen: File) =>
      upload(
        fileEndpoints.upload,
        { params: { id }, query: { valid_from: day === '' ? undefined : day, nobody: isNobody ? 'true' : 'false' } },
        new Blob([chosen], { type: 'application/octet-stream' }),
      ),
    onSuccess: () => client.invalidateQueries(),
  });
  const start = (event: FormEvent): void => {
    event.preventDefault();
    if (file && !taking.isPending) taking.mutate(file);
  };
  const done = taking.data?.data;
  return (
    <form className={screen.form} onSubmit={start} aria-busy={taking.isPending}>
      <FileField
        label={t('file')}
        accept=".txt,.json,text/plain,application/json"
        value={file}
        placeholder={t('choose_file')}
        onChange={(chosen) => {
          setFile(chosen);
          setNobody(false);
          taking.reset();
        }}
      />
      <TextInput
        type="date"
        label={t('valid_from')}
        description={t('valid_from_hint')}
        value={day}
        onChange={(event) => setDay(event.currentTarget.value)}
      />
      {(isNobody || isNobodyNamed(taking.error)) && (
        <Checkbox
          label={t('nobody')}
          description={t('nobody_hint')}
          checked={isNobody}
          onChange={(event) => setNobody(event.currentTarget.checked)}
        />
      )}
      <Button type="submit" disabled={!file} loading={taking.isPending}>
        {t('take_file')}
      </Button>
      {taking.isError && (
        <p className={screen.fault} role="alert">
          {errorText(taking.error)}
        </p>
      )}
      {done && (
        <p role="status">
          {t(done.changed ? TAKEN[done.says] : 'taken_same', {
            records: t('n_records', { count: done.records, n: format.number(done.records) }),
            faults: t('n_faults', { count: done.faults, n: format.number(done.faults) }),
          })}
        </p>
      )}
    </form>
  );
}
