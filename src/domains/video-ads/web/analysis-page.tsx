import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type VideoRow, videoReportEndpoints } from '#domains/video-ads/contract/report-endpoints.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import type { Column } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { useCountColumns } from './count-columns.ts';
import { Framed } from './dashboard-cards.tsx';
import { useCodeWords } from './use-code-words.ts';
import { useDays, useReport } from './use-report.ts';

const REACHED = ['start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete', 'click', 'error'] as const;

/** Video by video: what was delivered, why the rest was not, and how far people watched. */
export function AnalysisPage() {
  const { t } = useTranslation('video');
  const { pkg } = useSelection();
  const report = useReport(videoReportEndpoints.analysis, { query: useDays() });
  const counts = useCountColumns<VideoRow>();
  const word = useCodeWords();
  const { videos = [], errors = [] } = report.data?.data ?? {};
  const columns = useMemo(
    (): Column<VideoRow>[] => [
      { id: 'video_id', header: t('video_id'), kind: 'text', width: 170, value: (row) => row.video_id || t('unnamed') },
      ...counts,
      ...REACHED.map(
        (name): Column<VideoRow> => ({ id: name, header: t(`step_${name}`), kind: 'number', total: true }),
      ),
      {
        id: 'completion_rate',
        header: t('completion_rate'),
        definition: t('completion_rate_about'),
        kind: 'percent',
        width: 150,
        value: ({ completion_rate: rate }) => (rate === null ? null : rate / 100),
      },
    ],
    [t, counts],
  );
  return (
    <div className={screen.page}>
      <header className={screen.head}>
        <p>{t('analysis_lead', { package: pkg.package_title })}</p>
      </header>
      <div className={screen.card}>
        <DataTable
          id="vast-analysis"
          caption={t('analysis')}
          columns={columns}
          rows={videos}
          rowKey={({ video_id }) => video_id}
          loading={report.isPending}
          stale={report.isPlaceholderData}
          error={report.error}
          onRetry={() => void report.refetch()}
          empty={{ why: t('none_asked') }}
          maxHeight={560}
        />
      </div>
      <Framed title={t('errors')} report={report} isEmpty={errors.length === 0} none={t('no_errors')}>
        <DataTable
          id="vast-errors"
          caption={t('errors')}
          columns={[
            { id: 'code', header: t('code'), kind: 'text', width: 90, value: ({ code }) => code || t('unnamed') },
            { id: 'words', header: t('meaning'), kind: 'text', width: 420, value: ({ code }) => word(Number(code)) },
            { id: 'count', header: t('count'), kind: 'number' },
          ]}
          rows={errors}
          rowKey={({ code }) => code}
          maxHeight={230}
        />
      </Framed>
    </div>
  );
}
