import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type BrandCounts, brandDashboardEndpoints } from '#domains/brand-relevancy/contract/dashboard-endpoints.ts';
import type { ChartModel } from '#platform/contract/charts/model.ts';
import { query } from '#platform/web/api/call.ts';
import { Chart } from '#platform/web/charts/chart.tsx';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import type { Column, Row } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { CardFrame, type CardState } from '#platform/web/ui/card-frame.tsx';
import { Figure } from '#platform/web/ui/figure.tsx';
import styles from './outputs.module.css';

export interface Asked {
  package_name: string;
  start_date: string;
  end_date: string;
  campaign_name?: string[];
}

const HEIGHT = 280;
const VERDICTS = [
  ['safe', 'clean'],
  ['review', 'suspect'],
  ['unsafe', 'fraud'],
] as const;

const sum = (rows: readonly BrandCounts[], of: (row: BrandCounts) => number): number =>
  rows.reduce((total, row) => total + of(row), 0);

/** Figures of the days together, then day by day, by both kinds of day. */
export function DayCards({ asked }: { asked: Asked }) {
  const { t } = useTranslation('requirements');
  const { pkg } = useSelection();
  const format = useFormat();
  const days = useQuery(query(brandDashboardEndpoints.days, { query: asked }));
  const uploads = useQuery(query(brandDashboardEndpoints.uploadDays, { query: asked }));
  const rows = days.data?.data ?? [];
  const spent = sum(rows, (row) => Number(row.unsafe_spend));
  const tile = (name: 'checked' | 'accepted' | 'rejected' | 'unsafe', tone?: 'clean' | 'fraud') => {
    const value = sum(rows, (row) => row[name]);
    return (
      <Figure
        label={t(name)}
        definition={t(`${name}_about`)}
        value={format.number(value)}
        loading={days.isPending}
        bare
        {...(tone && value > 0 ? { tone } : {})}
      />
    );
  };
  return (
    <>
      <div className={styles.figures} aria-busy={days.isPlaceholderData}>
        {tile('checked')}
        {tile('accepted', 'clean')}
        {tile('rejected')}
        {tile('unsafe', 'fraud')}
        <Figure
          label={t('unsafe_spend')}
          definition={t('unsafe_spend_about')}
          value={format.money(spent, pkg.currency)}
          loading={days.isPending}
          bare
          {...(spent > 0 ? { tone: 'fraud' as const } : {})}
        />
      </div>
      <div className={styles.cards}>
        <DayCard title={t('day_wise')} report={days} />
        <DayCard title={t('upload_date_wise')} report={uploads} caption={pkg.time_zone} />
      </div>
    </>
  );
}

type Report<R> = UseQueryResult<{ data: R[] }>;

function DayCard({
  title,
  caption,
  report,
}: {
  title: string;
  caption?: string;
  report: Report<BrandCounts & { date: string }>;
}) {
  const { t } = useTranslation('requirements');
  const rows = report.data?.data ?? [];
  const model: ChartModel = {
    kind: 'time',
    buckets: rows.map(({ date }) => date),
    series: VERDICTS.map(([name, tone]) => ({
      name: t(`verdict_${name}`),
      tone,
      values: rows.map((row) => row[name]),
    })),
  };
  const columns = useCountColumns<BrandCounts & { date: string }>([{ id: 'date', header: t('day'), kind: 'date' }]);
  return (
    <Framed
      title={title}
      caption={caption}
      report={report}
      table={<Table id="brand-days" title={title} columns={columns} rows={rows} rowKey={({ date }) => date} />}
    >
      <Chart model={model} label={title} height={HEIGHT} />
    </Framed>
  );
}

export function SlabCard({ asked }: { asked: Asked }) {
  const { t } = useTranslation('requirements');
  const report = useQuery(query(brandDashboardEndpoints.slabs, { query: asked }));
  const rows = report.data?.data ?? [];
  const word = (slab: string): string => (slab === 'unrated' ? t('slab_unrated') : `${slab} %`);
  const model: ChartModel = {
    kind: 'bars',
    categories: rows.map(({ slab }) => word(slab)),
    series: VERDICTS.map(([name, tone]) => ({
      name: t(`verdict_${name}`),
      tone,
      values: rows.map((row) => row[name]),
    })),
  };
  const columns = useCountColumns<(typeof rows)[number]>([
    { id: 'slab', header: t('slab'), kind: 'text', width: 110, value: ({ slab }) => word(slab) },
  ]);
  return (
    <Framed
      title={t('slab_wise')}
      definition={t('slab_about')}
      report={report}
      isEmpty={rows.every(({ checked }) => checked === 0)}
      table={
        <Table id="brand-slabs" title={t('slab_wise')} columns={columns} rows={rows} rowKey={({ slab }) => slab} />
      }
    >
      <Chart model={model} label={t('slab_wise')} height={HEIGHT} />
    </Framed>
  );
}

export function TotalCard({ asked }: { asked: Asked }) {
  const { t } = useTranslation('requirements');
  const { pkg } = useSelection();
  const report = useQuery(query(brandDashboardEndpoints.totals, { query: asked }));
  const rows = report.data?.data ?? [];
  const columns: Column<(typeof rows)[number]>[] = [
    { id: 'campaign_name', header: t('campaign_name'), kind: 'text', width: 150 },
    { id: 'total', header: t('checked_short'), kind: 'number', total: true },
    { id: 'accepted', header: t('accepted'), kind: 'number', width: 120, total: true },
    { id: 'target', header: t('wanted'), kind: 'number', width: 106 },
    {
      id: 'delivered',
      header: t('delivered'),
      kind: 'percent',
      tone: 'clean',
      maximum: 1,
      value: ({ delivered }) => (delivered === null ? null : delivered / 100),
    },
    { id: 'spend', header: t('spend'), kind: 'money', currency: pkg.currency, value: ({ spend }) => Number(spend) },
  ];
  return (
    <Framed title={t('campaign_total')} report={report}>
      <Table
        id="brand-totals"
        title={t('campaign_total')}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.campaign_name}
      />
    </Framed>
  );
}

export function CampaignCard({ asked }: { asked: Asked }) {
  const { t } = useTranslation('requirements');
  const report = useQuery(query(brandDashboardEndpoints.campaigns, { query: asked }));
  const rows = report.data?.data ?? [];
  const columns = useCountColumns<(typeof rows)[number]>([
    { id: 'campaign_name', header: t('campaign_name'), kind: 'text', width: 150 },
  ]);
  return (
    <Framed title={t('campaign_wise')} report={report}>
      <Table
        id="brand-campaigns"
        title={t('campaign_wise')}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.campaign_name}
      />
    </Framed>
  );
}

/** Words of columns of counts; above, beside the figures, there is room for more. */
const HEADERS = {
  checked: 'checked_short',
  accepted: 'accepted',
  rejected: 'rejected',
  safe: 'verdict_safe',
  review: 'verdict_review',
  unsafe: 'unsafe',
  views: 'views',
} as const;

function useCountColumns<R extends Row & BrandCounts>(first: Column<R>[]): Column<R>[] {
  const { t } = useTranslation('requirements');
  const { pkg } = useSelection();
  const number = (id: 'checked' | 'accepted' | 'rejected' | 'safe' | 'review' | 'unsafe' | 'views'): Column<R> => ({
    id,
    header: t(HEADERS[id]),
    kind: 'number',
    width: id === 'accepted' || id === 'rejected' ? 120 : 94,
    total: true,
  });
  const money = (id: 'spend' | 'unsafe_spend'): Column<R> => ({
    id,
    header: t(id),
    kind: 'money',
    ...(id === 'unsafe_spend' ? { width: 150 } : {}),
    currency: pkg.currency,
    value: (row) => Number(row[id]),
    total: true,
  });
  const numbers = (['checked', 'accepted', 'rejected', 'safe', 'review', 'unsafe', 'views'] as const).map(number);
  return [...first, ...numbers, money('spend'), money('unsafe_spend')];
}

interface TableProps<R extends Row> {
  id: string;
  title: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  rowKey: (row: R) => string;
}

const Table = <R extends Row>({ title, ...table }: TableProps<R>) => (
  <DataTable {...table} caption={title} density="compact" maxHeight={HEIGHT - 20} />
);

interface FramedProps {
  title: string;
  definition?: string;
  caption?: string | undefined;
  report: Report<unknown>;
  isEmpty?: boolean;
  table?: ReactNode;
  children: ReactNode;
}

function Framed({ title, definition, caption, report, isEmpty, table, children }: FramedProps) {
  const { t } = useTranslation('requirements');
  return (
    <CardFrame
      title={title}
      definition={definition}
      caption={caption}
      state={stateOf(report, isEmpty ?? report.data?.data.length === 0)}
      error={report.error}
      onRetry={() => void report.refetch()}
      empty={{ why: t('no_output_then') }}
      height={HEIGHT}
      {...(table === undefined ? {} : { table })}
    >
      {children}
    </CardFrame>
  );
}

function stateOf(report: Report<unknown>, isEmpty: boolean): CardState {
  if (report.isError) return 'error';
  if (report.isPending) return 'loading';
  if (report.isPlaceholderData) return 'stale';
  return isEmpty ? 'empty' : 'ready';
}
