import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { SettlementSetting } from '#domains/agreements/contract/agreement.ts';
import { settlementEndpoints } from '#domains/agreements/contract/endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import type { Column } from '#platform/web/table/column.ts';
import { AgreementList } from '../agreement-list.tsx';
import { EditSetting } from './edit-setting.tsx';

/** How and when publishers are settled with. */
export function SettingsPage() {
  const { pkg } = useSelection();
  const state = useListState();
  const list = useQuery(query(settlementEndpoints.list, { query: { package_name: pkg.package_name, ...state.asked } }));
  return (
    <AgreementList
      of="settings"
      add="/reconcilation/invoice-configuration-add"
      columns={useSettingColumns()}
      state={state}
      list={list}
      nameOf={({ name }: SettlementSetting) => name}
      remove={({ key }) => call(settlementEndpoints.remove, { params: { key } })}
      edit={(stored, onDone) => <EditSetting key={stored.key} stored={stored} onDone={onDone} />}
    />
  );
}

const PERCENT = 100;
const share = (percent: string): number => Number(percent) / PERCENT;

function useSettingColumns(): Column<SettlementSetting>[] {
  const { t } = useTranslation('agreements');
  return useMemo(
    (): Column<SettlementSetting>[] => [
      { id: 'name', header: t('name'), kind: 'text', width: 170, narrow: { place: 0, width: 150 } },
      {
        id: 'publisher',
        header: t('publisher'),
        kind: 'text',
        width: 150,
        value: ({ publisher }) => publisher || t('every_other_publisher'),
      },
      { id: 'cycle', header: t('cycle'), kind: 'text', width: 130, value: ({ cycle }) => t(`cycle_${cycle}`) },
      { id: 'due_days', header: t('due_days'), kind: 'number', width: 110 },
      {
        id: 'tax_percent',
        header: t('tax_percent'),
        kind: 'percent',
        width: 100,
        value: (row) => share(row.tax_percent),
      },
      { id: 'tolerance', header: t('tolerance'), kind: 'percent', width: 110, value: (row) => share(row.tolerance) },
      {
        id: 'controlling',
        header: t('controlling'),
        kind: 'text',
        width: 130,
        value: ({ controlling }) => t(`controlling_${controlling}`),
      },
      { id: 'invoice_prefix', header: t('invoice_prefix'), kind: 'text', width: 120 },
      { id: 'created_by', header: t('created_by'), kind: 'text', width: 140, hidden: true },
    ],
    [t],
  );
}
