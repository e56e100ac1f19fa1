import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type BrandFile, downloadEndpoints } from '#domains/brand-relevancy/contract/output-endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import { download } from '#platform/web/api/files.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { buttonColumn } from '#platform/web/list/action-column.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import type { Column } from '#platform/web/table/column.ts';
import { useDownloads } from '#platform/web/ui/use-downloads.ts';

/** Lists for DSPs of what was accepted and what was not, and outputs as they came. */
export function BrandDownloadsPage() {
  const { t } = useTranslation('requirements');
  const { pkg } = useSelection();
  const state = useListState();
  const { page, limit } = state.asked;
  const list = useQuery(query(downloadEndpoints.list, { query: { package_name: pkg.package_name, page, limit } }));
  const { save } = useDownloads();
  const columns = useMemo(
    (): Column<BrandFile>[] => [
      { id: 'name', header: t('file'), kind: 'text', width: 260 },
      { id: 'kind', header: t('file_kind'), kind: 'text', width: 280, value: ({ kind }) => t(`file_${kind}`) },
      { id: 'rows', header: t('rows'), kind: 'number' },
      { id: 'made_at', header: t('made_at'), kind: 'datetime', timeZone: pkg.time_zone },
      buttonColumn<BrandFile>(t('actions'), ({ kind, id, name }) => ({
        children: t('save_file'),
        label: t('save_file_of', { name }),
        onClick: () => save(() => download(downloadEndpoints.file, { params: { kind, id } })),
      })),
    ],
    [t, pkg.time_zone, save],
  );
  return (
    <ListPage
      id="brand-downloads"
      lead={t('downloads_lead')}
      caption={t('files')}
      columns={columns}
      rowKey={({ kind, id }) => `${kind} ${id}`}
      state={state}
      list={list}
      empty={{ why: t('no_files') }}
    />
  );
}
