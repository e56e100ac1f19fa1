import { Button } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { COUNTS, videoReportEndpoints } from '#domains/video-ads/contract/report-endpoints.ts';
import { download } from '#platform/web/api/files.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { Figure } from '#platform/web/ui/figure.tsx';
import { useDownloads } from '#platform/web/ui/use-downloads.ts';
import { CampaignCard, DistributionCard, FunnelCard, HoursCard, TrendCard, VideosCard } from './dashboard-cards.tsx';
import { ReportFilters } from './report-filters.tsx';
import { type Chosen, useDays, useReport } from './use-report.ts';
import styles from './video.module.css';

/** What was asked for, what was blocked and why, and what was shown. */
export function DashboardPage() {
  const { t } = useTranslation('video');
  const { pkg } = useSelection();
  const [filters, setFilters] = useState<Chosen>({});
  const body = { ...useDays(), filters };
  const { state, save } = useDownloads();
  return (
    <div className={screen.page}>
      <header className={screen.head}>
        <p>{t('dashboard_lead', { package: pkg.package_title })}</p>
        <div className={screen.tools}>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={state.loading}
            onClick={() => save(() => download(videoReportEndpoints.exported, { body }))}
          >
            {t('download_summary')}
          </Button>
        </div>
        <ReportFilters chosen={filters} onChange={setFilters} />
      </header>
      <Totals body={body} />
      <div className={styles.cards}>
        <FunnelCard body={body} />
        <TrendCard body={body} />
        <HoursCard body={body} />
        <VideosCard body={body} />
        <div className={styles.wide}>
          <CampaignCard body={body} />
        </div>
        <div className={styles.wide}>
          <DistributionCard body={body} />
        </div>
      </div>
    </div>
  );
}

type Count = (typeof COUNTS)[number];
const TONES: Partial<Record<Count, 'clean' | 'fraud'>> = {
  clean_traffic_request: 'clean',
  'Total Blocked Requests': 'fraud',
};

/** The tiles (VAST-API-05): the words of the prescribed names, which stand over the columns. */
function Totals({ body }: { body: Parameters<typeof FunnelCard>[0]['body'] }) {
  const { t } = useTranslation('video');
  const format = useFormat();
  const total = useReport(videoReportEndpoints.total, { body });
  if (total.isError) return <ErrorState error={total.error} onRetry={() => void total.refetch()} />;
  const counts = total.data?.data;
  return (
    <div className={styles.figures} aria-busy={total.isPlaceholderData}>
      {COUNTS.map((name) => {
        // Nothing is no alarm.
        const tone = counts?.[name] ? TONES[name] : undefined;
        return (
          <Figure
            key={name}
            label={t(`tile_${name}`)}
            definition={t(`about_${name}`)}
            value={format.number(counts?.[name])}
            loading={!counts}
            bare
            {...(tone ? { tone } : {})}
          />
        );
      })}
    </div>
  );
}
