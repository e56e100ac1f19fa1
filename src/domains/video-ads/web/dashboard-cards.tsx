import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Counts, VideoQuestion } from '#domains/video-ads/contract/report-endpoints.ts';
import { videoReportEndpoints } from '#domains/video-ads/contract/report-endpoints.ts';
import type { ChartModel } from '#platform/contract/charts/model.ts';
import type { In } from '#platform/contract/endpoint.ts';
import { Chart } from '#platform/web/charts/chart.tsx';
import { useSelection } from '#platform/web/layout/selection.tsx';
import type { Column } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { CardFrame } from '#platform/web/ui/card-frame.tsx';
import { useNames } from '#traffic/event/web/names.ts';
import { useCountColumns } from './count-columns.ts';
import { stateOf, useReport } from './use-report.ts';

interface Props {
  body: In<(typeof videoReportEndpoints.total)['body']> & { filters: VideoQuestion['filters'] };
}

const HEIGHT = 280;
/** A line for each of the 24. */
const HOURS_HEIGHT = 24 * 18;
const IMPRESSIONS = 'Total Impressions';
const BLOCKED = 'Total Blocked Requests';

/** From requests over clean ones to who saw the end: every step is part of the one before. */
export function FunnelCard({ body }: Props) {
  const { t } = useTranslation('video');
  const report = useReport(videoReportEndpoints.funnel, { body });
  const steps = report.data?.data ?? [];
  const model: ChartModel = {
    kind: 'bars',
    categories: steps.map(({ step }) => t(`step_${step}`)),
    series: [{ name: t('count'), tone: 'accent', values: steps.map(({ count }) => count) }],
  };
  const isEmpty = (steps[0]?.count ?? 0) === 0;
  return (
    <Framed title={t('funnel')} definition={t('funnel_about')} report={report} isEmpty={isEmpty}>
      <Chart model={model} label={t('funnel')} height={HEIGHT} />
    </Framed>
  );
}

export function TrendCard({ body }: Props) {
  const { t } = useTranslation('video');
  const { pkg } = useSelection();
  const report = useReport(videoReportEndpoints.trend, { body });
  const days = report.data?.data ?? [];
  const model: ChartModel = {
    kind: 'time',
    buckets: days.map(({ date }) => date),
    series: [
      { name: t('tile_clean_traffic_request'), tone: 'clean', values: days.map((day) => day.clean_traffic_request) },
      {
        name: t(`tile_${BLOCKED}`),
        tone: 'fraud',
        values: days.map((day) => day[BLOCKED]),
      },
    ],
  };
  return (
    <Framed title={t('trend')} caption={pkg.time_zone} report={report} isEmpty={days.length === 0}>
      <Chart model={model} label={t('trend')} height={HEIGHT} />
    </Framed>
  );
}

export function HoursCard({ body }: Props) {
  const { t } = useTranslation('video');
  const { pkg } = useSelection();
  const report = useReport(videoReportEndpoints.hours, { body });
  const hours = report.data?.data ?? [];
  const model: ChartModel = {
    kind: 'bars',
    categories: hours.map(({ hour }) => `${String(hour).padStart(2, '0')}:00`),
    series: [{ name: IMPRESSIONS, tone: 'accent', values: hours.map(({ impressions }) => impressions) }],
  };
  return (
    <Framed
      title={t('hours')}
      caption={pkg.time_zone}
      report={report}
      isEmpty={hours.every(({ impressions }) => impressions === 0)}
      none={t('none_shown')}
    >
      <Chart model={model} label={t('hours')} height={HOURS_HEIGHT} />
    </Framed>
  );
}

export function VideosCard({ body }: Props) {
  const { t } = useTranslation('video');
  const report = useReport(videoReportEndpoints.videos, { body });
  const counts = useCountColumns<Counts & { video_id: string }>();
  const rows = report.data?.data ?? [];
  return (
    <Framed title={t('top_videos')} report={report} isEmpty={rows.length === 0} none={t('no_video_named')}>
      <DataTable
        id="vast-videos"
        caption={t('top_videos')}
        columns={[{ id: 'video_id', header: t('video_id'), kind: 'text', width: 160 }, ...counts]}
        rows={rows}
        rowKey={({ video_id }) => video_id}
        maxHeight={HEIGHT - 50}
      />
    </Framed>
  );
}

export function CampaignCard({ body }: Props) {
  const { t } = useTranslation('video');
  const report = useReport(videoReportEndpoints.campaigns, { body });
  const counts = useCountColumns<Counts & { campaign: string }>();
  const rows = report.data?.data ?? [];
  return (
    <Framed title={t('campaigns')} report={report} isEmpty={rows.length === 0}>
      <DataTable
        id="vast-campaigns"
        caption={t('campaigns')}
        columns={[
          { id: 'campaign', header: t('campaign'), kind: 'text', value: (row) => row.campaign || t('unnamed') },
          ...counts,
        ]}
        rows={rows}
        rowKey={({ campaign }) => campaign}
        maxHeight={420}
      />
    </Framed>
  );
}

export function DistributionCard({ body }: Props) {
  const { t } = useTranslation('video');
  const report = useReport(videoReportEndpoints.distribution, { body });
  const names = useNames();
  const rows = report.data?.data ?? [];
  const columns = useMemo(
    (): Column<(typeof rows)[number]>[] => [
      { id: 'by', header: t('by'), kind: 'text', width: 140, value: ({ by }) => t(`by_${by}`) },
      {
        id: 'value',
        header: t('value'),
        kind: 'text',
        value: ({ by, value }) => {
          if (value === '') return t(by === 'publisher' ? 'unknown_publisher' : 'unnamed');
          return names.value(by, value);
        },
      },
      {
        id: 'impressions',
        header: IMPRESSIONS,
        definition: t(`about_${IMPRESSIONS}`),
        kind: 'number',
        width: 160,
      },
    ],
    [t, names],
  );
  return (
    <Framed title={t('distribution')} report={report} isEmpty={rows.length === 0} none={t('none_shown')}>
      <DataTable
        id="vast-distribution"
        caption={t('distribution')}
        columns={columns}
        rows={rows}
        rowKey={({ by, value }) => `${by} ${value}`}
        maxHeight={360}
      />
    </Framed>
  );
}

interface FramedProps {
  title: string;
  definition?: string;
  caption?: string;
  report: ReturnType<typeof useReport>;
  isEmpty: boolean;
  /** Why there is nothing; that nobody asked for a video when left out. */
  none?: string;
  children: React.ReactNode;
}

export function Framed({ title, definition, caption, report, isEmpty, none, children }: FramedProps) {
  const { t } = useTranslation('video');
  return (
    <CardFrame
      title={title}
      {...(definition ? { definition } : {})}
      caption={caption}
      state={stateOf(report, isEmpty)}
      error={report.error}
      onRetry={() => void report.refetch()}
      empty={{ why: none ?? t('none_asked') }}
      height={HEIGHT}
    >
      {children}
    </CardFrame>
  );
}
