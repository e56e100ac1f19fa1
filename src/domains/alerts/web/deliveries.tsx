import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ENDED } from '#domains/alerts/contract/alert.ts';
import { alertEndpoints, type DeliveryView } from '#domains/alerts/contract/endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { buttonColumn } from '#platform/web/list/action-column.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import type { Column } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';

/** The log of messages of one alert, each of which can be sent again. */
export function Deliveries({ id }: { id: number }) {
  const { t } = useTranslation('alerts');
  const { pkg } = useSelection();
  const [page, setPage] = useState(1);
  const log = useQuery(query(alertEndpoints.deliveries, { params: { id }, query: { page } }));
  const columns = useColumns();
  return (
    <section aria-label={t('deliveries')} className={screen.card}>
      <h2 className={screen.cardHead}>{t('deliveries')}</h2>
      <DataTable
        id="alert-deliveries"
        caption={t('deliveries_caption', { zone: pkg.time_zone })}
        columns={columns}
        rows={log.data?.data ?? []}
        rowKey={(row) => String(row.id)}
        loading={log.isPending}
        error={log.isError ? log.error : undefined}
        onRetry={() => void log.refetch()}
        {...(log.data ? { total: log.data.total } : {})}
        paging={{ page, pages: log.data?.Total_pages ?? 1, onPage: setPage }}
        empty={{ why: t('deliveries_none') }}
      />
    </section>
  );
}

function useColumns(): Column<DeliveryView>[] {
  const { t } = useTranslation('alerts');
  const { pkg } = useSelection();
  const client = useQueryClient();
  const errorText = useErrorText();
  const { mutate } = useMutation({
    mutationFn: (id: number) => call(alertEndpoints.redeliver, { params: { id } }),
    onSuccess: async () => {
      notify('done', t('redelivered'));
      await client.invalidateQueries();
    },
    onError: (error) => notify('failed', errorText(error)),
  });
  return useMemo(() => {
    const plain = { kind: 'text', sortable: false } as const;
    return [
      { ...plain, id: 'period', header: t('period'), width: 120 },
      {
        ...plain,
        id: 'channel',
        header: t('channel'),
        width: 130,
        value: ({ channel }) =>
          t(channel === 'mail' || channel === 'incident' ? `channel_${channel}` : `hook_${channel}`),
      },
      { ...plain, id: 'target', header: t('target'), width: 220 },
      {
        ...plain,
        id: 'state',
        header: t('state'),
        width: 130,
        value: ({ state, error }) => t(error === ENDED ? 'delivery_ended' : `delivery_${state}`),
      },
      { id: 'tries', header: t('tries'), kind: 'number', width: 80, sortable: false },
      {
        id: 'due_at',
        header: t('due_at'),
        kind: 'datetime',
        width: 190,
        timeZone: pkg.time_zone,
        sortable: false,
        value: ({ done_at, due_at }) => done_at ?? due_at,
      },
      { ...plain, id: 'error', header: t('error'), width: 220, value: ({ error }) => (error === ENDED ? null : error) },
      buttonColumn(t('actions'), ({ id, target }) =>
        userMay('rules.write')
          ? { children: t('redeliver'), label: t('redeliver_of', { target }), onClick: () => mutate(id) }
          : undefined,
      ),
    ];
  }, [t, pkg.time_zone, mutate]);
}
