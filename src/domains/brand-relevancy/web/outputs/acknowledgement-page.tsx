import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type OutputUpload, outputEndpoints } from '#domains/brand-relevancy/contract/output-endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import { userMay } from '#platform/web/session/user-may.ts';
import type { Column } from '#platform/web/table/column.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { OutputForm } from './output-form.tsx';
import { OutputResult } from './output-result.tsx';

/** Outputs that answer requirements, with what became of each row. */
export function AcknowledgementPage() {
  const { t } = useTranslation('requirements');
  const { pkg } = useSelection();
  const state = useListState();
  const [opened, setOpened] = useState<OutputUpload | 'new'>();
  const { page, limit } = state.asked;
  const list = useQuery(query(outputEndpoints.list, { query: { package_name: pkg.package_name, page, limit } }));
  const columns = useColumns();
  const add = userMay('tracking.write') && <AddButton onClick={() => setOpened('new')}>{t('upload_output')}</AddButton>;
  const stored = opened === 'new' ? undefined : opened;
  return (
    <>
      <ListPage
        id="brand-outputs"
        lead={t('outputs_lead')}
        caption={t('outputs')}
        columns={columns}
        state={state}
        list={list}
        actions={add}
        empty={{ why: t('no_outputs'), action: add }}
        onOpen={setOpened}
      />
      <SidePanel
        opened={opened !== undefined}
        title={stored ? stored.file_name : t('upload_output')}
        onClose={() => setOpened(undefined)}
        stays
      >
        {opened === 'new' && <OutputForm onDone={setOpened} />}
        {stored && <OutputResult key={stored.id} upload={stored} />}
      </SidePanel>
    </>
  );
}

function useColumns(): Column<OutputUpload>[] {
  const { t } = useTranslation('requirements');
  const { pkg } = useSelection();
  return useMemo(
    (): Column<OutputUpload>[] => [
      { id: 'created_at', header: t('uploaded_at'), kind: 'datetime', timeZone: pkg.time_zone },
      { id: 'file_name', header: t('file'), kind: 'text', width: 220 },
      { id: 'campaigns', header: t('campaigns'), kind: 'text', width: 200, value: (row) => row.campaigns.join(', ') },
      { id: 'rows', header: t('rows'), kind: 'number' },
      { id: 'accepted', header: t('accepted'), kind: 'number' },
      { id: 'rejected', header: t('rejected'), kind: 'number' },
      { id: 'created_by', header: t('uploaded_by'), kind: 'text', width: 160 },
    ],
    [t, pkg.time_zone],
  );
}
