import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Taken } from '#domains/infringement/contract/adword-endpoints.ts';
import { asKey, useFaultText } from '#platform/web/form/fault-text.ts';
import { FileField } from '#platform/web/form/file-field.tsx';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useErrorText } from '#platform/web/ui/error-text.ts';

interface Props {
  /** Which columns it takes. */
  hint: string;
  send: (name: string, file: Blob) => Promise<{ data: Taken }>;
}

/** A table of somebody's own: what became of its lines is told below. */
export function UploadTable({ hint, send }: Props) {
  const { t } = useTranslation('infringement');
  const client = useQueryClient();
  const errorText = useErrorText();
  const [file, setFile] = useState<File | null>(null);
  const taking = useMutation({
    mutationFn: (chosen: File) => send(chosen.name, new Blob([chosen], { type: 'application/octet-stream' })),
    onSuccess: () => client.invalidateQueries(),
  });
  const start = (event: FormEvent): void => {
    event.preventDefault();
    if (file && !taking.isPending) taking.mutate(file);
  };
  return (
    <form className={screen.form} onSubmit={start} aria-busy={taking.isPending}>
      <p className={screen.note}>{hint}</p>
      <FileField
        label={t('file')}
        accept=".csv,.xlsx,text/csv"
        value={file}
        placeholder={t('choose_file')}
        onChange={(chosen) => {
          setFile(chosen);
          taking.reset();
        }}
      />
      <Button type="submit" disabled={!file} loading={taking.isPending}>
        {t('take_file')}
      </Button>
      {taking.isError && (
        <p className={screen.fault} role="alert">
          {errorText(taking.error)}
        </p>
      )}
      {taking.data && <Result taken={taking.data.data} />}
    </form>
  );
}

/** How many lines were taken, and why others were not. */
function Result({ taken: { rows, added, there, errors } }: { taken: Taken }) {
  const { t } = useTranslation('infringement');
  const format = useFormat();
  const faultText = useFaultText();
  const words = (message: string) => faultText(message) ?? t(message, asKey(message));
  const n = format.number;
  return (
    <>
      <p role="status">{t('upload_result', { rows: n(rows), added: n(added), there: n(there) })}</p>
      {errors.length > 0 && (
        <ul className={screen.list} aria-label={t('upload_refused')}>
          {errors.map(({ row, field, reason }) => (
            <li key={`${row} ${field}`}>
              <span>{t('upload_line', { row: n(row), field })}</span>
              <span>{words(reason)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
