import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { RoasRow, RoasSplit } from '#domains/settlements/contract/settlement-endpoints.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import type { Column } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';

const AMOUNTS = ['spend', 'revenue', 'clean_revenue', 'saved'] as const satisfies readonly (keyof RoasSplit)[];

/** The amounts of a row as they were said, by currency. */
export function RoasSplitPanel({ row, onClose }: { row: RoasRow | undefined; onClose: () => void }) {
  const { t } = useTranslation('settlements');
  const columns = useMemo(
    (): Column<RoasSplit>[] => [
      { id: 'currency', header: t('currency'), kind: 'text', width: 104 },
      {
        id: 'in_row',
        header: t('in_row'),
        kind: 'text',
        width: 120,
        value: ({ in_row }) => t(in_row ? 'in_row_yes' : 'in_row_no'),
      },
      ...AMOUNTS.map(
        (name): Column<RoasSplit> => ({
          id: name,
          header: t(name),
          kind: 'money',
          width: 136,
          value: (each) => Number(each[name]),
          currency: (each) => each.currency,
        }),
      ),
    ],
    [t],
  );
  const name = row && [row.publisher, row.campaign].filter((part) => part !== '').join(' · ');
  return (
    <SidePanel opened={row !== undefined} title={name && t('split_title', { name })} onClose={onClose} wide>
      {row && (
        <DataTable
          id="roas-split"
          caption={t('split_title', { name })}
          columns={columns}
          rows={row.split}
          rowKey={({ currency, in_row }) => `${currency} ${in_row}`}
          maxHeight={480}
        />
      )}
    </SidePanel>
  );
}

/** What a row says of amounts that have no rate; there only where some row has such. */
export function useApartColumn(rows: readonly RoasRow[] | undefined): Column<RoasRow>[] {
  const { t } = useTranslation('settlements');
  const format = useFormat();
  if (!rows?.some(({ split }) => split.some(({ in_row }) => !in_row))) return [];
  return [
    {
      id: 'apart',
      header: t('apart'),
      definition: t('apart_hint'),
      kind: 'text',
      width: 210,
      value: ({ split }) =>
        split
          .filter(({ in_row }) => !in_row)
          .flatMap((each) =>
            (['spend', 'revenue', 'saved'] as const).flatMap((name) =>
              Number(each[name]) === 0 ? [] : [`${t(name)} ${format.money(Number(each[name]), each.currency)}`],
            ),
          )
          .join(' · '),
    },
  ];
}
