import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Cap, cappingEndpoints } from '#domains/tracking/contract/setup-endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import { menuColumn } from '#platform/web/list/action-column.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import { userMay } from '#platform/web/session/user-may.ts';
import type { Column } from '#platform/web/table/column.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { useConfirmed } from '#platform/web/ui/use-confirmed.tsx';
import { useTrackingWords } from '../use-tracking-words.ts';
import { EditCap } from './edit-cap.tsx';

/** How much of a campaign is paid for, and how much of that is used up. */
export function CappingPage() {
  const { t } = useTranslation('tracking');
  const { pkg } = useSelection();
  const sticky = useStickySearch();
  const state = useListState();
  const [opened, setOpened] = useState<Cap>();
  const list = useQuery(query(cappingEndpoints.list, { query: { package_name: pkg.package_name, ...state.asked } }));
  const { ask, dialog } = useConfirmed({
    run: ({ id }: Cap) => call(cappingEndpoints.remove, { params: { id } }),
    question: ({ campaign }) => ({
      title: t('delete_title', { name: campaign }),
      confirm: t('delete'),
      why: <p>{t('delete_cap_what')}</p>,
    }),
    done: ({ message }) => t(message, { defaultValue: message }),
  });
  const mayEdit = userMay('tracking.write');
  const columns = useCapColumns();
  const add = mayEdit && <AddButton to={`/mtrackit/addCapping${sticky}`}>{t('add_cap')}</AddButton>;
  return (
    <>
      <ListPage
        id="tracking-capping"
        lead={t('lead_capping')}
        caption={t('caption_capping')}
        columns={
          mayEdit
            ? [
                ...columns,
                menuColumn<Cap>(t('actions'), (row) => ({
                  label: t('actions_of', { name: row.campaign }),
                  actions: [
                    { label: t('edit'), onClick: () => setOpened(row) },
                    { label: t('delete'), onClick: () => ask(row), danger: true },
                  ],
                })),
              ]
            : columns
        }
        state={state}
        list={list}
        searchLabel={t('search_capping')}
        actions={add}
        empty={{ why: t('no_caps'), action: add }}
        noneFound={t('none_found')}
        {...(mayEdit ? { onOpen: setOpened } : {})}
      />
      <SidePanel
        opened={opened !== undefined}
        title={t('edit_cap', { name: opened?.campaign })}
        onClose={() => setOpened(undefined)}
        stays
      >
        {opened && <EditCap key={opened.id} stored={opened} onDone={() => setOpened(undefined)} />}
      </SidePanel>
      {dialog}
    </>
  );
}

const PERCENT = 100;

function useCapColumns(): Column<Cap>[] {
  const { t } = useTranslation('tracking');
  const format = useFormat();
  const words = useTrackingWords();
  return useMemo(
    (): Column<Cap>[] => [
      { id: 'campaign', header: t('campaign'), kind: 'text', width: 150 },
      { id: 'publisher', header: t('publisher'), kind: 'text', width: 130, nothing: t('all') },
      { id: 'event', header: t('event'), kind: 'text', width: 110, nothing: t('all') },
      { id: 'metric', header: t('metric'), kind: 'text', width: 110, value: ({ metric }) => words.metric(metric) },
      { id: 'period', header: t('period'), kind: 'text', width: 100, value: ({ period }) => words.period(period) },
      {
        id: 'limit',
        header: t('limit'),
        kind: 'number',
        width: 90,
        value: ({ limit }) => Number(limit),
        render: ({ limit }) => (Number(limit) === 0 ? t('no_limit') : format.number(Number(limit))),
      },
      {
        id: 'used',
        header: t('used'),
        definition: t('used_hint'),
        kind: 'number',
        width: 122,
        value: ({ used }) => Number(used),
      },
      {
        id: 'share',
        header: t('used_share'),
        kind: 'percent',
        width: 115,
        maximum: 1,
        tone: 'suspect',
        value: ({ limit, used }) =>
          Number(limit) === 0 ? null : Math.round((Number(used) / Number(limit)) * PERCENT) / PERCENT,
      },
      {
        id: 'action',
        header: t('over_action'),
        kind: 'text',
        width: 190,
        value: ({ action }) => (action === null ? t('as_campaign') : words.over(action)),
      },
      { id: 'created_by', header: t('created_by'), kind: 'text', width: 140, hidden: true },
    ],
    [t, format, words],
  );
}
