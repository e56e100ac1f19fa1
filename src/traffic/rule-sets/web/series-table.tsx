import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TimeChart } from '#platform/contract/charts/model.ts';
import type { Column } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';

interface Props {
  id: string;
  model: TimeChart;
  label: string;
  maxHeight: number;
}

/** The content of a chart over days as a table, for its card's table switch and for those who do not see charts. */
export function SeriesTable({ id, model, label, maxHeight }: Props) {
  const { t } = useTranslation('ui');
  const lines = useMemo(() => [...model.series, ...(model.compare ? [model.compare] : [])], [model]);
  const columns: Column[] = [
    { id: 'day', header: t('time'), kind: 'date' },
    ...lines.map(({ name }): Column => ({ id: name, header: name, kind: 'number' })),
  ];
  const rows = model.buckets.map((day, at) => ({
    day,
    ...Object.fromEntries(lines.map(({ name, values }) => [name, values[at] ?? null])),
  }));
  return (
    <DataTable
      id={`series_${id}`}
      caption={label}
      columns={columns}
      rows={rows}
      rowKey={({ day }) => String(day)}
      density="compact"
      maxHeight={maxHeight}
    />
  );
}
