import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ListView, listEndpoints } from '#domains/relevancy/contract/list-endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import { download } from '#platform/web/api/files.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { menuColumn } from '#platform/web/list/action-column.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import { userMay } from '#platform/web/session/user-may.ts';
import type { Column } from '#platform/web/table/column.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { EntryList } from './entry-list.tsx';
import { RenameForm } from './rename-form.tsx';
import { useListActs } from './use-list-acts.ts';

interface Opened {
  list: ListView;
  how: 'read' | 'rename';
}

/** Lists of the package, saved out of scans. */
export function ListsTab() {
  const { t } = useTranslation('video-lists');
  const { pkg } = useSelection();
  const state = useListState();
  const [opened, setOpened] = useState<Opened>();
  const list = useQuery(query(listEndpoints.list, { query: { package_name: pkg.package_name, ...state.asked } }));
  const close = (): void => setOpened(undefined);
  const shown = opened && (list.data?.data.find(({ id }) => id === opened.list.id) ?? opened.list);
  return (
    <>
      <ListPage
        id="video-lists"
        lead={t('lead', { package: pkg.package_title })}
        caption={t('caption')}
        columns={useColumns(setOpened)}
        state={state}
        list={list}
        searchLabel={t('search_lists')}
        empty={{ why: t('no_lists') }}
        noneFound={t('none_found')}
        onOpen={(row) => setOpened({ list: row, how: 'read' })}
      />
      <SidePanel opened={opened?.how === 'read'} title={shown?.name ?? ''} onClose={close} wide>
        {opened?.how === 'read' && shown && <EntryList key={shown.id} list={shown} />}
      </SidePanel>
      <SidePanel opened={opened?.how === 'rename'} title={t('rename')} onClose={close} stays>
        {opened?.how === 'rename' && <RenameForm list={opened.list} onDone={close} />}
      </SidePanel>
    </>
  );
}

function useColumns(open: (opened: Opened) => void): Column<ListView>[] {
  const { t } = useTranslation('video-lists');
  const { pkg } = useSelection();
  const { remove } = useListActs();
  const mayEdit = userMay('tracking.write');
  return useMemo(
    (): Column<ListView>[] => [
      { id: 'name', header: t('name'), kind: 'text', width: 220, narrow: { place: 0, width: 150 } },
      {
        id: 'kind',
        header: t('kind'),
        kind: 'text',
        width: 130,
        narrow: { place: 1, width: 110 },
        value: ({ kind }) => t(`kind_${kind}`),
      },
      { id: 'holds', header: t('holds'), kind: 'text', width: 110, value: ({ holds }) => t(`holds_${holds}`) },
      { id: 'entries', header: t('entries'), kind: 'number' },
      { id: 'created_by', header: t('created_by'), kind: 'text', width: 150 },
      { id: 'created_at', header: t('created_at'), kind: 'datetime', timeZone: pkg.time_zone, hidden: true },
      { id: 'changed_at', header: t('changed_at'), kind: 'datetime', timeZone: pkg.time_zone },
      menuColumn<ListView>(t('actions'), (row) => ({
        label: t('actions_of', { name: row.name }),
        actions: [
          { label: t('open'), onClick: () => open({ list: row, how: 'read' }) },
          { label: t('download'), onClick: () => void download(listEndpoints.file, { params: { id: row.id } }) },
          ...(mayEdit
            ? [
                { label: t('rename'), onClick: () => open({ list: row, how: 'rename' }) },
                { label: t('delete'), onClick: () => remove(row), danger: true },
              ]
            : []),
        ],
      })),
    ],
    [t, pkg.time_zone, mayEdit, open, remove],
  );
}
