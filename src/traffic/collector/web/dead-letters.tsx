import { Button, Group } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { menuColumn } from '#platform/web/list/action-column.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import type { Column } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { pageOfList } from '#platform/web/table/page-of-list.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import { useConfirmed } from '#platform/web/ui/use-confirmed.tsx';
import { type DeadLetterView, liveEndpoints } from '#traffic/collector/contract/live-endpoints.ts';
import styles from './live.module.css';

const PAGE = 25;
const POLL_MS = 10_000;

/** These, or all of the package. */
interface Chosen {
  ids?: number[];
}

/** Events that could not be stored, each with what is wrong; they can be tried again or removed. */
export function DeadLetters() {
  const { t } = useTranslation('live');
  const { pkg } = useSelection();
  const heading = useId();
  const [page, setPage] = useState(1);
  const list = useQuery({
    ...query(liveEndpoints.deadLetters, { query: { package_name: pkg.package_name, page, limit: PAGE } }),
    staleTime: 0,
    refetchInterval: POLL_MS,
  });
  const { replay, discard } = useLetterActions();
  const columns = useColumns(
    ({ id }) => replay({ ids: [id] }),
    ({ id }) => discard.ask({ ids: [id] }),
  );
  const some = (list.data?.total ?? 0) > 0;
  return (
    <section className={styles.box} aria-labelledby={heading}>
      <div className={styles.head}>
        <h3 id={heading}>{t('letters')}</h3>
        {some && userMay('import.write') && (
          <Group gap="xs">
            <Button size="compact-sm" variant="default" onClick={() => replay({})}>
              {t('replay_all')}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => discard.ask({})}>
              {t('discard_all')}
            </Button>
          </Group>
        )}
      </div>
      <DataTable
        id="dead-letters"
        caption={t('letters')}
        columns={columns}
        rowKey={({ id }) => String(id)}
        {...pageOfList(list, { page, onPage: setPage })}
        empty={{ why: t('letters_none') }}
      />
      {discard.dialog}
    </section>
  );
}

function useLetterActions() {
  const { t } = useTranslation('live');
  const { pkg } = useSelection();
  const format = useFormat();
  const client = useQueryClient();
  const errorText = useErrorText();
  const replay = useMutation({
    mutationFn: (chosen: Chosen) => call(liveEndpoints.replay, { body: { package_name: pkg.package_name, ...chosen } }),
    onSuccess: ({ data }) => {
      void client.invalidateQueries();
      notify('done', t('replayed', { n: format.number(data.replayed), left: format.number(data.left) }));
    },
    onError: (error) => notify('failed', errorText(error)),
  });
  const discard = useConfirmed({
    run: (chosen: Chosen) => call(liveEndpoints.discard, { body: { package_name: pkg.package_name, ...chosen } }),
    question: () => ({ title: t('ask_discard'), confirm: t('discard'), why: <p>{t('why_discard')}</p> }),
    done: ({ data }) => t('discarded', { n: format.number(data.discarded) }),
  });
  return { replay: replay.mutate, discard };
}

function useColumns(onReplay: (row: DeadLetterView) => void, onDiscard: (row: DeadLetterView) => void) {
  const { t } = useTranslation('live');
  const { t: words } = useTranslation('traffic');
  const { pkg } = useSelection();
  const mayEdit = userMay('import.write');
  return useMemo(
    (): Column<DeadLetterView>[] => [
      {
        id: 'received_at',
        header: t('received'),
        kind: 'datetime',
        timeZone: pkg.time_zone,
        width: 200,
        sortable: false,
      },
      {
        id: 'reason',
        header: t('reason'),
        kind: 'text',
        width: 210,
        sortable: false,
        value: ({ reason }) => t(`reason_${reason}`),
      },
      { id: 'field', header: t('field'), kind: 'text', width: 140, sortable: false },
      {
        id: 'kind',
        header: t('kind'),
        kind: 'text',
        width: 120,
        sortable: false,
        value: ({ kind }) => words(`kind.${kind}`),
      },
      { id: 'event', header: t('event'), kind: 'text', width: 320, sortable: false },
      { id: 'event_id', header: t('event_id'), kind: 'text', width: 200, sortable: false, hidden: true },
      ...(mayEdit
        ? [
            menuColumn<DeadLetterView>(t('actions'), (row) => ({
              label: t('actions_of', { name: row.event_id }),
              actions: [
                { label: t('replay'), onClick: () => onReplay(row) },
                { label: t('discard'), onClick: () => onDiscard(row), danger: true },
              ],
            })),
          ]
        : []),
    ],
    [t, words, pkg.time_zone, mayEdit, onReplay, onDiscard],
  );
}
