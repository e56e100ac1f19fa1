import { Code } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_MERCHANTS, MERCHANT_COLUMNS, merchantEndpoints } from '#domains/account-tools/contract/merchants.ts';
import { upload } from '#platform/web/api/files.ts';
import { FileField } from '#platform/web/form/file-field.tsx';
import { FormCard } from '#platform/web/form/form-card.tsx';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';

/** A file of merchants; what became of its lines stays until the panel is closed. */
export function MerchantsForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('account-tools');
  const { pkg } = useSelection();
  const client = useQueryClient();
  const errorText = useErrorText();
  const format = useFormat();
  const [file, setFile] = useState<File | null>(null);
  const [asked, setAsked] = useState(false);
  const send = useMutation({
    mutationFn: (chosen: File) =>
      upload(
        merchantEndpoints.bulk,
        { query: { package_name: pkg.package_name } },
        new Blob([chosen], { type: 'application/octet-stream' }),
      ),
    onSuccess: () => client.invalidateQueries(),
  });
  const done = send.data?.data;
  return (
    <FormCard
      frame="none"
      submit={t('take')}
      busy={send.isPending}
      failure={send.error ? errorText(send.error) : undefined}
      onSubmit={() => {
        setAsked(true);
        if (file) send.mutate(file);
      }}
      onCancel={onDone}
    >
      <p>{t('merchants_columns', { most: format.number(MAX_MERCHANTS) })}</p>
      <Code block>{MERCHANT_COLUMNS.join(',')}</Code>
      <FileField
        label={t('file')}
        accept=".csv,text/csv"
        value={file}
        placeholder={t('choose_file')}
        error={asked && !file && t('file_needed')}
        onChange={(chosen) => {
          setFile(chosen);
          send.reset();
        }}
      />
      {done && (
        <div role="status">
          <p>
            {t('merchants_taken', {
              ready: format.number(done.ready),
              review: format.number(done.review),
              refused: format.number(done.refused),
              there: format.number(done.there),
            })}
          </p>
          {done.unknown_columns.length > 0 && (
            <p>{t('merchants_unknown', { names: done.unknown_columns.join(', ') })}</p>
          )}
        </div>
      )}
    </FormCard>
  );
}
