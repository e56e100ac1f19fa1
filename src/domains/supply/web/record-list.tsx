import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { fileEndpoints } from '#domains/supply/contract/supply-endpoints.ts';
import type { SupplyKind, SupplyRecord } from '#domains/supply/contract/supply-file.ts';
import { query } from '#platform/web/api/call.ts';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import type { Column } from '#platform/web/table/column.ts';

/** Who may sell, as the file says. */
export function RecordList({ id, kind }: { id: number; kind: SupplyKind }) {
  const { t } = useTranslation('supply');
  const state = useListState();
  const list = useQuery(query(fileEndpoints.records, { params: { id }, query: state.asked }));
  const columns = useMemo((): Column<SupplyRecord>[] => {
    const text = (name: keyof SupplyRecord, width: number): Column<SupplyRecord> => ({
      id: name,
      header: t(name),
      kind: 'text',
      width,
    });
    const system: Column<SupplyRecord> = { ...text('system', 170), narrow: { place: 0, width: 140 } };
    const account: Column<SupplyRecord> = { ...text('account', 150), narrow: { place: 1, width: 120 } };
    if (kind !== 'sellers') return [system, account, text('relation', 110), text('authority', 150)];
    return [
      account,
      text('relation', 130),
      {
        ...text('name', 170),
        value: ({ name, is_confidential: isHidden }) => name || (isHidden ? t('confidential') : ''),
      },
      text('domain', 150),
      {
        id: 'is_passthrough',
        header: t('is_passthrough'),
        kind: 'text',
        width: 120,
        value: (row) => (row.is_passthrough ? t('yes') : ''),
      },
    ];
  }, [t, kind]);
  return (
    <ListPage
      id={`supply-records-${kind}`}
      lead=""
      caption={t('records')}
      columns={columns}
      rowKey={({ line }) => String(line)}
      state={state}
      list={list}
      searchLabel={t('search_records')}
      empty={{ why: t('no_records') }}
      noneFound={t('none_found')}
    />
  );
}
