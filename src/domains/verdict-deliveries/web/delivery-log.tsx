import { Button, Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  DELIVERY_STATES,
  type DeliveryView,
  type DestinationView,
  deliveryEndpoints,
} from '#domains/verdict-deliveries/contract/endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { buttonColumn } from '#platform/web/list/action-column.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import type { Column } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { pageOfList } from '#platform/web/table/page-of-list.ts';
import { useAct } from '#platform/web/ui/use-act.ts';

const PAGE = 25;
const POLL_MS = 10_000;
const STATES = ['all', ...DELIVERY_STATES] as const;

/** Calls of one destination, each of which can be made again. */
export function DeliveryLog({
  destination: { id, name },
  onClose,
}: {
  destination: DestinationView;
  onClose: () => void;
}) {
  const { t } = useTranslation('deliveries');
  const { pkg } = useSelection();
  const heading = useId();
  const [page, setPage] = useState(1);
  const [state, setState] = useState<(typeof STATES)[number]>('all');
  const list = useQuery({
    ...query(deliveryEndpoints.log, { params: { id }, query: { page, limit: PAGE, state } }),
    staleTime: 0,
    refetchInterval: POLL_MS,
  });
  const columns = useColumns();
  return (
    <section className={screen.card} aria-labelledby={heading}>
      <div className={screen.head}>
        <h2 id={heading} className={screen.cardHead}>
          {t('log_of', { name })}
        </h2>
        <Group gap="xs">
          <Select
            aria-label={t('state')}
            data={STATES.map((value) => ({ value, label: t(`call_${value}`) }))}
            value={state}
            allowDeselect={false}
            onChange={(value) => {
              setState(STATES.find((each) => each === value) ?? 'all');
              setPage(1);
            }}
          />
          <Button variant="default" onClick={onClose}>
            {t('close')}
          </Button>
        </Group>
      </div>
      <DataTable
        id="verdict-delivery-log"
        caption={t('log_caption', { zone: pkg.time_zone })}
        columns={columns}
        rowKey={(row) => String(row.id)}
        {...pageOfList(list, { page, onPage: setPage })}
        empty={{ why: t('log_none') }}
      />
    </section>
  );
}

function useColumns(): Column<DeliveryView>[] {
  const { t } = useTranslation('deliveries');
  const { pkg } = useSelection();
  const act = useAct();
  return useMemo(() => {
    const plain = { kind: 'text', sortable: false } as const;
    const moment = { kind: 'datetime', timeZone: pkg.time_zone, sortable: false, width: 190 } as const;
    return [
      { ...moment, id: 'created_at', header: t('created_at'), narrow: { place: 0, width: 130 } },
      {
        ...plain,
        id: 'state',
        header: t('state'),
        width: 130,
        value: ({ state, sample }) => t(sample ? `sample_${state}` : `call_${state}`),
        narrow: { place: 1, width: 110 },
      },
      { id: 'events', header: t('events'), kind: 'number', width: 100, sortable: false },
      { id: 'tries', header: t('tries'), kind: 'number', width: 90, sortable: false },
      {
        ...plain,
        id: 'status',
        header: t('status'),
        width: 90,
        value: ({ status }) => (status === null ? null : String(status)),
      },
      { ...plain, id: 'answer', header: t('answer'), width: 260, value: ({ answer, error }) => answer || error },
      {
        ...moment,
        id: 'due_at',
        header: t('due_at'),
        value: ({ state, due_at }) => (state === 'waiting' ? due_at : null),
      },
      { ...plain, id: 'message_id', header: t('message_id'), width: 300, hidden: true },
      buttonColumn(t('actions'), ({ id, sample, message_id }) =>
        userMay('rules.write') && !sample
          ? {
              children: t('redeliver'),
              label: t('redeliver_of', { id: message_id }),
              onClick: () => act(() => call(deliveryEndpoints.redeliver, { params: { id } }), t('redelivered')),
            }
          : undefined,
      ),
    ];
  }, [t, pkg.time_zone, act]);
}
