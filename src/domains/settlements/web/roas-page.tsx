import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type RoasRow, roasEndpoints } from '#domains/settlements/contract/settlement-endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import { buttonColumn } from '#platform/web/list/action-column.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import type { Column } from '#platform/web/table/column.ts';
import { useConfirmed } from '#platform/web/ui/use-confirmed.tsx';
import { RoasSplitPanel, useApartColumn } from './roas-split.tsx';

/** What came of what was spent, by publisher, campaign and month. */
export function RoasPage() {
  const { t } = useTranslation('settlements');
  const { pkg, range } = useSelection();
  const sticky = useStickySearch();
  const state = useListState();
  const asked = { package_name: pkg.package_name, fromDate: range.from, toDate: range.to, ...state.asked };
  const list = useQuery(query(roasEndpoints.list, { query: asked }));
  const { ask, dialog } = useConfirmed({
    run: ({ publisher, campaign, month }: RoasRow) =>
      call(roasEndpoints.remove, { query: { package_name: pkg.package_name, publisher, campaign, month } }),
    question: ({ publisher }) => ({
      title: t('delete_title', { name: publisher }),
      confirm: t('delete'),
      why: <p>{t('delete_what')}</p>,
    }),
    done: ({ message }) => t(message, { defaultValue: message }),
  });
  const [opened, setOpened] = useState<RoasRow>();
  const columns = useRoasColumns();
  const rows = list.data?.data ?? [];
  const apart = useApartColumn(list.data?.data);
  const add = <AddButton to={`/reconcilation/roas-add${sticky}`}>{t('add_spend')}</AddButton>;
  return (
    <>
      <ListPage
        id="roas"
        lead={t('roas_lead')}
        caption={t('roas_caption')}
        columns={[
          ...columns,
          ...apart,
          // Only what was entered can be taken away; without any the column would hide figures behind nothing.
          ...(rows.some(({ entered }) => entered)
            ? [
                buttonColumn<RoasRow>(t('action'), (row) =>
                  row.entered
                    ? {
                        children: t('delete'),
                        label: t('delete_title', { name: row.publisher }),
                        onClick: () => ask(row),
                        danger: true,
                      }
                    : undefined,
                ),
              ]
            : []),
        ]}
        rowKey={({ publisher, campaign, month }) => JSON.stringify([publisher, campaign, month])}
        state={state}
        list={list}
        searchLabel={t('search_roas')}
        actions={add}
        empty={{ why: t('no_roas'), action: add }}
        noneFound={t('none_found')}
        onOpen={setOpened}
      />
      <RoasSplitPanel row={opened} onClose={() => setOpened(undefined)} />
      {dialog}
    </>
  );
}

const RATIO_DIGITS = 2;

function useRoasColumns(): Column<RoasRow>[] {
  const { t } = useTranslation('settlements');
  const format = useFormat();
  return useMemo((): Column<RoasRow>[] => {
    const money = (name: 'spend' | 'revenue' | 'clean_revenue' | 'wasted' | 'saved'): Column<RoasRow> => ({
      id: name,
      header: t(name),
      definition: t(`${name}_hint`),
      kind: 'money',
      width: 136,
      value: (row) => (row[name] === null ? null : Number(row[name])),
      currency: (row) => row.currency,
    });
    const ratio = (name: 'roas' | 'clean_roas'): Column<RoasRow> => ({
      id: name,
      header: t(name),
      definition: t(`${name}_hint`),
      kind: 'number',
      value: (row) => (row[name] === null ? null : Number(row[name])),
      render: (row) => format.number(row[name] === null ? null : Number(row[name]), RATIO_DIGITS),
    });
    return [
      { id: 'month', header: t('month'), kind: 'text', width: 100, value: (row) => format.month(row.month) },
      { id: 'publisher', header: t('publisher'), kind: 'text', width: 150, narrow: { place: 0, width: 128 } },
      { id: 'campaign', header: t('campaign'), kind: 'text', width: 150, nothing: t('whole_publisher') },
      { id: 'currency', header: t('currency'), kind: 'text', width: 104, hidden: true },
      { ...money('spend'), narrow: { place: 1, width: 104 } },
      {
        id: 'entered',
        header: t('spend_from'),
        kind: 'text',
        width: 130,
        value: ({ entered }) => t(entered ? 'from_entry' : 'from_events'),
      },
      money('revenue'),
      { ...ratio('roas'), narrow: { place: 2, width: 84 } },
      money('clean_revenue'),
      ratio('clean_roas'),
      money('wasted'),
      money('saved'),
    ];
  }, [t, format]);
}
