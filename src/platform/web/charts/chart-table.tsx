import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../table/column.ts';
import { DataTable } from '../table/data-table.tsx';
import { type ChartModel, tableOf } from './model.ts';

interface Props {
  id: string;
  model: ChartModel;
  label: string;
  /** Head of the first column: the dimension's name. */
  keyHeader?: string;
  height?: number;
}

/** The content of a chart as a table, for the card's table switch and for those who do not see charts. */
export function ChartTable({ id, model, label, keyHeader, height = 280 }: Props) {
  const { t } = useTranslation('ui');
  const table = useMemo(() => {
    const isTime = model.kind === 'time';
    // Days stay YYYY-MM-DD in tables, in every language (CONST-09).
    return tableOf(model, keyHeader ?? t(isTime ? 'time' : 'name'), (key) => key.replace('T', ' '));
  }, [model, keyHeader, t]);
  const columns = useMemo(
    () =>
      table.columns.map(
        ({ id: columnId, header, percent }, index): Column => ({
          id: columnId,
          header,
          kind: index === 0 ? 'text' : percent ? 'percent' : 'number',
        }),
      ),
    [table],
  );
  return (
    <DataTable
      id={`chart_${id}`}
      caption={label}
      columns={columns}
      rows={table.rows}
      rowKey={(_, index) => String(index)}
      density="compact"
      maxHeight={height - 36}
    />
  );
}
