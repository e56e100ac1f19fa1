import { Button, Select } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type OutputUpload, outputEndpoints } from '#domains/brand-relevancy/contract/output-endpoints.ts';
import { requirementEndpoints } from '#domains/brand-relevancy/contract/requirement-endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { FileField } from '#platform/web/form/file-field.tsx';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';

/** A file of videos and channels, and the requirement it answers; where none is chosen its rows name theirs. */
export function OutputForm({ onDone }: { onDone: (upload: OutputUpload) => void }) {
  const { t } = useTranslation('requirements');
  const { pkg } = useSelection();
  const client = useQueryClient();
  const errorText = useErrorText();
  const [file, setFile] = useState<File | null>(null);
  const [requirement, setRequirement] = useState<string | null>(null);
  const asked = query(requirementEndpoints.list, { query: { package_name: pkg.package_name, limit: 500 } });
  const open = (useQuery(asked).data?.data ?? []).filter(({ status }) => status !== 'closed');
  const send = useMutation({
    mutationFn: (chosen: File) => {
      const body = new FormData();
      if (requirement !== null) body.set('requirement_id', requirement);
      body.set('file', chosen);
      return call(outputEndpoints.upload, { query: { package_name: pkg.package_name }, body });
    },
    onSuccess: ({ data, message }) => {
      void client.invalidateQueries();
      notify('done', t(message, { defaultValue: message }));
      onDone(data);
    },
  });
  const start = (event: FormEvent): void => {
    event.preventDefault();
    if (file) send.mutate(file);
  };
  return (
    <form className={screen.form} onSubmit={start} aria-busy={send.isPending}>
      <p className={screen.note}>{t('output_columns')}</p>
      <Select
        label={t('requirement')}
        description={t('requirement_hint')}
        data={open.map(({ id, campaign_name }) => ({ value: String(id), label: campaign_name }))}
        value={requirement}
        clearable
        searchable
        nothingFoundMessage={t('none_found')}
        onChange={setRequirement}
      />
      <FileField
        label={t('file')}
        accept=".csv,.xlsx,text/csv"
        value={file}
        placeholder={t('choose_file')}
        onChange={(chosen) => {
          setFile(chosen);
          send.reset();
        }}
      />
      <div>
        <Button type="submit" disabled={!file} loading={send.isPending}>
          {t('upload')}
        </Button>
      </div>
      {send.isError && (
        <p className={screen.fault} role="alert">
          {errorText(send.error)}
        </p>
      )}
    </form>
  );
}
