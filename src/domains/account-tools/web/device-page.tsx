import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { DEVICE_FRAME_PATH, type DeviceView, frameEndpoints } from '#domains/account-tools/contract/frames.ts';
import { query } from '#platform/web/api/call.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import type { Column } from '#platform/web/table/column.ts';
import { DEVICE_RECORDED } from './device-frame.tsx';
import styles from './frames.module.css';

/** The id of this browser in a frame of its own, and the browsers that were recorded. */
export function DevicePage() {
  const { t } = useTranslation('account-tools');
  const { pkg } = useSelection();
  const state = useListState();
  const list = useQuery(
    query(frameEndpoints.devices, { query: { package_name: pkg.package_name, page: state.page, limit: state.limit } }),
  );
  return (
    <ListPage
      id="devices"
      lead={
        <>
          <p>{t('device_lead')}</p>
          <Frame key={pkg.package_name} packageName={pkg.package_name} zone={pkg.time_zone} />
        </>
      }
      caption={t('device_caption')}
      columns={useDeviceColumns()}
      rowKey={({ visitor_id, user }) => `${visitor_id} ${user}`}
      state={state}
      list={list}
      empty={{ why: t('no_devices') }}
    />
  );
}

/**
 * A page of ours like this one: a sandbox that leaves it our origin would keep nothing from it. It says when it has
 * recorded something: the list is read anew then.
 */
function Frame({ packageName, zone }: { packageName: string; zone: string }) {
  const { t } = useTranslation('account-tools');
  const client = useQueryClient();
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const listen = ({ origin, source, data }: MessageEvent): void => {
      if (origin === location.origin && source === frame.current?.contentWindow && data === DEVICE_RECORDED)
        void client.invalidateQueries();
    };
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, [client]);
  return (
    <iframe
      ref={frame}
      src={`${DEVICE_FRAME_PATH}#${new URLSearchParams({ package: packageName, zone })}`}
      title={t('device_frame')}
      className={styles.device}
    />
  );
}

function useDeviceColumns(): Column<DeviceView>[] {
  const { t } = useTranslation('account-tools');
  const { pkg } = useSelection();
  return useMemo(
    (): Column<DeviceView>[] => [
      { id: 'visitor_id', header: t('device_id'), kind: 'text', width: 260 },
      { id: 'user', header: t('person'), kind: 'text', width: 160 },
      { id: 'seen_count', header: t('times_seen'), kind: 'number' },
      { id: 'first_seen', header: t('first_seen'), kind: 'datetime', timeZone: pkg.time_zone },
      { id: 'last_seen', header: t('last_seen'), kind: 'datetime', timeZone: pkg.time_zone },
      {
        id: 'risks',
        header: t('signs'),
        kind: 'text',
        width: 230,
        value: ({ risks }) => risks.map((risk) => t(`risk_${risk}`)).join(', '),
        nothing: t('nothing_found'),
      },
      { id: 'user_agent', header: t('browser'), kind: 'text', width: 260, hidden: true },
    ],
    [t, pkg.time_zone],
  );
}
