import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type UploadView, uploadEndpoints } from '#domains/tracking/contract/work-endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import { userMay } from '#platform/web/session/user-may.ts';
import type { Column } from '#platform/web/table/column.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { StateBadge } from '#platform/web/ui/state-badge.tsx';
import { useTrackingWords } from '../use-tracking-words.ts';
import { UploadForm } from './upload-form.tsx';
import { UploadResult } from './upload-result.tsx';

const TONES = { checked: 'plain', done: 'clean', failed: 'fraud' } as const;

/** Files of conversions and of their states, with what became of each line. */
export function UploadsPage() {
  const { t } = useTranslation('tracking');
  const { pkg } = useSelection();
  const state = useListState();
  const [opened, setOpened] = useState<UploadView | 'new'>();
  const { page, limit } = state.asked;
  const list = useQuery(query(uploadEndpoints.list, { query: { package_name: pkg.package_name, page, limit } }));
  const columns = useUploadColumns();
  const add = userMay('tracking.write') && <AddButton onClick={() => setOpened('new')}>{t('add_upload')}</AddButton>;
  const stored = opened === 'new' ? undefined : opened;
  return (
    <>
      <ListPage
        id="tracking-uploads"
        lead={t('lead_uploads')}
        caption={t('report_caption', { zone: pkg.time_zone })}
        columns={columns}
        state={state}
        list={list}
        actions={add}
        empty={{ why: t('no_uploads'), action: add }}
        onOpen={setOpened}
      />
      <SidePanel
        opened={opened !== undefined}
        title={stored ? stored.file_name : t('add_upload')}
        onClose={() => setOpened(undefined)}
        stays
      >
        {opened === 'new' && <UploadForm />}
        {stored && <UploadResult upload={stored} />}
      </SidePanel>
    </>
  );
}

function useUploadColumns(): Column<UploadView>[] {
  const { t } = useTranslation('tracking');
  const { pkg } = useSelection();
  const words = useTrackingWords();
  return useMemo(
    (): Column<UploadView>[] => [
      {
        id: 'created_at',
        header: t('at'),
        kind: 'datetime',
        timeZone: pkg.time_zone,
      },
      { id: 'file_name', header: t('file_name'), kind: 'text', width: 240 },
      {
        id: 'state',
        header: t('status'),
        kind: 'text',
        width: 220,
        render: ({ state }) => <StateBadge tone={TONES[state]}>{words.upload(state)}</StateBadge>,
      },
      { id: 'rows', header: t('upload_rows'), kind: 'number' },
      { id: 'accepted', header: t('upload_accepted'), kind: 'number' },
      { id: 'refused', header: t('upload_refused'), kind: 'number', value: ({ rows, accepted }) => rows - accepted },
      { id: 'created_by', header: t('created_by'), kind: 'text', width: 160 },
    ],
    [t, pkg.time_zone, words],
  );
}
