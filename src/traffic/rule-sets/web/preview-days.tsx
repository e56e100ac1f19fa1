import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Series, TimeChart } from '#platform/contract/charts/model.ts';
import { Chart } from '#platform/web/charts/chart.tsx';
import { useFormat } from '#platform/web/i18n/format.ts';
import type { Column } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { CardFrame } from '#platform/web/ui/card-frame.tsx';
import type { ReplayResult } from '#traffic/rule-sets/contract/replay.ts';
import layout from './preview.module.css';
import { moneyColumns, moneyValues } from './preview-money.ts';

const HEIGHT = 260;
const TONES = ['fraud', 'suspect'] as const;

/** Fraud and suspect by day before and after; its table says what changes on each, in events and in money. */
export function PreviewDays({ result }: { result: ReplayResult }) {
  const { t } = useTranslation('rules');
  const model = useMemo(
    (): TimeChart => ({
      kind: 'time',
      drawn: 'lines',
      buckets: result.days.map(({ day }) => day),
      series: TONES.flatMap((tone): Series[] => [
        { name: t(`${tone}_after`), tone, values: result.days.map(({ after }) => after[tone]) },
        { name: t(`${tone}_before`), tone, values: result.days.map(({ before }) => before[tone]), isEarlier: true },
      ]),
    }),
    [result, t],
  );
  const label = t('by_day');
  return (
    <CardFrame
      title={label}
      caption={result.time_zone}
      state="ready"
      height={HEIGHT}
      table={<DaysTable result={result} label={label} />}
    >
      <div className={layout.plot}>
        <Chart model={model} label={label} height={HEIGHT - 12} />
      </div>
    </CardFrame>
  );
}

type DayRow = Record<string, unknown> & { day: string };

function DaysTable({ result, label }: { result: ReplayResult; label: string }) {
  const { t } = useTranslation('rules');
  const { t: ui } = useTranslation('ui');
  const format = useFormat();
  const columns = useMemo(
    (): Column<DayRow>[] => [
      { id: 'day', header: ui('time'), kind: 'date' },
      ...moneyColumns<DayRow>(result, t, format),
      { id: 'changed', header: t('events_change'), kind: 'number', width: 170 },
      { id: 'fraud_before', header: t('fraud_before'), kind: 'number' },
      { id: 'fraud_after', header: t('fraud_after'), kind: 'number' },
      { id: 'suspect_before', header: t('suspect_before'), kind: 'number' },
      { id: 'suspect_after', header: t('suspect_after'), kind: 'number' },
    ],
    [result, t, ui, format],
  );
  const rows = result.days.map(({ day, before, after, changed, money }) => ({
    day,
    changed,
    fraud_before: before.fraud,
    fraud_after: after.fraud,
    suspect_before: before.suspect,
    suspect_after: after.suspect,
    ...moneyValues(money),
  }));
  return (
    <DataTable
      id="preview-days"
      caption={label}
      columns={columns}
      rows={rows}
      rowKey={({ day }) => day}
      density="compact"
      maxHeight={HEIGHT - 40}
    />
  );
}
