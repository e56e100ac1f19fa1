import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { creativeEndpoints } from '#domains/video-ads/contract/setup-endpoints.ts';
import { MOST_CREATIVE_BYTES } from '#domains/video-ads/contract/terms.ts';
import { call, query } from '#platform/web/api/call.ts';
import { FileField } from '#platform/web/form/file-field.tsx';
import { FormPage } from '#platform/web/form/form-page.tsx';
import { useDraftForm } from '#platform/web/form/use-draft-form.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { usePlaces } from './use-places.ts';

const ENDING = /\.[^.]+$/;
const SHORTEST = 2;

/** One file and its name; then it stands among the creatives. */
export function UploadPage() {
  const { t } = useTranslation('video');
  const { pkg } = useSelection();
  const places = usePlaces();
  const [file, setFile] = useState<File | null>(null);
  const asked = query(creativeEndpoints.list, { query: { package_name: pkg.package_name, limit: 1 } });
  const converts = useQuery(asked).data?.converts;
  const form = useDraftForm({
    initial: { name: '', file: '' },
    faultsOf: ({ name }) => ({
      ...(name.trim().length < SHORTEST ? { name: 'Please name the creative' } : {}),
      ...(file === null ? { file: 'Please choose a file' } : {}),
      ...(file && file.size > MOST_CREATIVE_BYTES ? { file: 'At most 50 MB' } : {}),
    }),
    send: ({ name }) => {
      const body = new FormData();
      if (file) body.set('file', file);
      return call(creativeEndpoints.add, { query: { package_name: pkg.package_name, name: name.trim() }, body });
    },
    back: places.creatives,
    namespace: 'video',
  });
  const { draft, change, fault } = form;
  return (
    <FormPage form={form} submit={t('upload')}>
      <p className={screen.note}>{t('upload_hint')}</p>
      {converts === false && <p className={screen.note}>{t('no_converter')}</p>}
      <FileField
        label={t('file')}
        placeholder={t('choose_file')}
        accept="video/mp4,video/quicktime,video/webm"
        value={file}
        error={fault('file')}
        required
        onChange={(chosen) => {
          setFile(chosen);
          change({ file: chosen?.name ?? '', ...(draft.name === '' ? { name: named(chosen) } : {}) });
        }}
      />
      <TextInput
        label={t('name')}
        value={draft.name}
        error={fault('name')}
        maxLength={120}
        required
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
    </FormPage>
  );
}

/** What the file is called, without what no name may have. */
const named = (file: File | null): string =>
  (file?.name ?? '')
    .replace(ENDING, '')
    .replace(/[#$^{}<>;?\\`~]/g, ' ')
    .slice(0, 120)
    .trim();
