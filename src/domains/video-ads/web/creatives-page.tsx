import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CreativeView, creativeEndpoints } from '#domains/video-ads/contract/setup-endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { menuColumn } from '#platform/web/list/action-column.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import { userMay } from '#platform/web/session/user-may.ts';
import type { Column } from '#platform/web/table/column.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { useConfirmed } from '#platform/web/ui/use-confirmed.tsx';
import { ownPath, usePlaces } from './use-places.ts';
import styles from './video.module.css';

/** While files are converted the list is read again after so long. */
const AGAIN_MS = 3_000;

/** Videos of the package, each to be looked at as players get it. */
export function CreativesPage() {
  const { t } = useTranslation('video');
  const { pkg } = useSelection();
  const places = usePlaces();
  const state = useListState();
  const [shown, setShown] = useState<CreativeView>();
  const list = useQuery({
    ...query(creativeEndpoints.list, { query: { package_name: pkg.package_name, ...state.asked } }),
    refetchInterval: ({ state: { data } }) => (data?.data.some((row) => row.state === 'working') ? AGAIN_MS : false),
  });
  const { ask, dialog } = useConfirmed({
    run: ({ id }: CreativeView) => call(creativeEndpoints.remove, { params: { id } }),
    question: ({ name }) => ({
      title: t('delete_title', { name }),
      confirm: t('delete'),
      why: <p>{t('delete_creative_what')}</p>,
    }),
    done: ({ message }) => t(message, { defaultValue: message }),
  });
  const columns = useColumns(setShown, ask);
  const add = userMay('tracking.write') && <AddButton to={places.upload}>{t('upload_creative')}</AddButton>;
  return (
    <>
      <ListPage
        id="vast-creatives"
        lead={
          <>
            <p>{t('creatives_lead', { package: pkg.package_title })}</p>
            {list.data?.converts === false && <p className={screen.note}>{t('no_converter')}</p>}
          </>
        }
        caption={t('creatives')}
        columns={columns}
        state={state}
        list={list}
        searchLabel={t('search')}
        actions={add}
        empty={{ why: t('no_creatives'), action: add }}
        noneFound={t('none_found')}
        onOpen={setShown}
      />
      <SidePanel opened={shown !== undefined} title={shown?.name ?? ''} onClose={() => setShown(undefined)}>
        {shown && <Preview creative={shown} />}
      </SidePanel>
      {dialog}
    </>
  );
}

export function Preview({ creative: { media, poster, state, problem } }: { creative: CreativeView }) {
  const { t } = useTranslation('video');
  const last = media.at(-1);
  const why = problem === '' ? '' : t(`problem_${problem}`);
  if (!last) return <p>{why || t(`creative_${state}_about`)}</p>;
  return (
    <>
      <video
        className={styles.video}
        src={ownPath(last.url)}
        controls
        playsInline
        preload="metadata"
        {...(poster ? { poster: ownPath(poster) } : {})}
      />
      {why && <p className={screen.note}>{why}</p>}
    </>
  );
}

function useColumns(onShow: (row: CreativeView) => void, onDelete: (row: CreativeView) => void) {
  const { t } = useTranslation('video');
  const format = useFormat();
  const { pkg } = useSelection();
  const mayEdit = userMay('tracking.write');
  return useMemo(
    (): Column<CreativeView>[] => [
      { id: 'name', header: t('name'), kind: 'text', width: 200 },
      { id: 'state', header: t('status'), kind: 'text', width: 130, value: ({ state }) => t(`creative_${state}`) },
      {
        id: 'size',
        header: t('size'),
        kind: 'text',
        width: 120,
        value: ({ width, height }) => (width && height ? `${width} × ${height}` : ''),
      },
      { id: 'seconds', header: t('seconds'), kind: 'number', width: 110 },
      { id: 'media_type', header: t('media_type'), kind: 'text', width: 140 },
      {
        id: 'bytes',
        header: t('megabytes'),
        kind: 'number',
        width: 120,
        render: ({ bytes }) => format.number(bytes / 1_048_576, 2),
      },
      { id: 'created_at', header: t('created_at'), kind: 'datetime', timeZone: pkg.time_zone },
      menuColumn<CreativeView>(t('actions'), (row) => ({
        label: t('actions_of', { name: row.name }),
        actions: [
          { label: t('play'), onClick: () => onShow(row) },
          ...(mayEdit ? [{ label: t('delete'), onClick: () => onDelete(row), danger: true }] : []),
        ],
      })),
    ],
    [t, format, pkg.time_zone, mayEdit, onShow, onDelete],
  );
}
