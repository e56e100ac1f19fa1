import { Button } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type EntryView, type ListView, listEndpoints } from '#domains/relevancy/contract/list-endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import { download } from '#platform/web/api/files.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { buttonColumn } from '#platform/web/list/action-column.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import { userMay } from '#platform/web/session/user-may.ts';
import type { Column } from '#platform/web/table/column.ts';
import { useListActs } from './use-list-acts.ts';

const FIRST = { place: 0, width: 150 };

/** What is on a list, by whom and since when. */
export function EntryList({ list: { id, name, kind, holds } }: { list: ListView }) {
  const { t } = useTranslation('video-lists');
  const { pkg } = useSelection();
  const state = useListState();
  const list = useQuery(query(listEndpoints.entries, { params: { id }, query: state.asked }));
  const { drop } = useListActs();
  const mayEdit = userMay('tracking.write');
  const columns = useMemo((): Column<EntryView>[] => {
    const title: Column<EntryView> = { id: 'title', header: t('title'), kind: 'text', width: 200, narrow: FIRST };
    const address: Column<EntryView> = { id: 'video_url', header: t('video_url'), kind: 'text', width: 210 };
    const ofVideos = holds === 'videos';
    return [
      ...(ofVideos ? [title] : []),
      {
        id: 'owner_channel_name',
        header: t('channel'),
        kind: 'text',
        width: 130,
        ...(ofVideos ? {} : { narrow: FIRST }),
      },
      { id: 'added_by', header: t('added_by'), kind: 'text', width: 120 },
      { id: 'added_at', header: t('added_at'), kind: 'datetime', timeZone: pkg.time_zone },
      ...(ofVideos ? [address] : []),
      { id: 'channel_id', header: t('channel_id'), kind: 'text', width: 150 },
      ...(mayEdit
        ? [
            buttonColumn<EntryView>(t('actions'), (row) => ({
              children: t('drop'),
              label: t('drop_of', { name: nameOf(row) }),
              onClick: () => drop({ list: id, entry: row, name: nameOf(row) }),
              danger: true,
            })),
          ]
        : []),
    ];
  }, [t, pkg.time_zone, holds, mayEdit, drop, id]);
  return (
    <ListPage
      id={`video-list-${holds}`}
      lead={t(`about_${kind}`)}
      caption={t('caption_entries', { name })}
      columns={columns}
      state={state}
      list={list}
      searchLabel={t('search_entries')}
      actions={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => void download(listEndpoints.file, { params: { id } })}
        >
          {t('download')}
        </Button>
      }
      empty={{ why: t('no_entries') }}
      noneFound={t('none_found')}
    />
  );
}

const nameOf = ({ title, video_url, owner_channel_name, channel_id }: EntryView): string =>
  title || video_url || owner_channel_name || channel_id;
