import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { videoReportEndpoints } from '#domains/video-ads/contract/report-endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { DashboardPage } from './dashboard-page.tsx';
import styles from './video.module.css';

/** The dashboard of the configured address in a frame; the own one where none is configured. */
export function IntegratePage() {
  const { t } = useTranslation('video');
  const { pkg } = useSelection();
  const asked = useQuery({
    ...query(videoReportEndpoints.frame, { query: { package_name: pkg.package_name } }),
    // An address is for one look, and never for another package.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  if (!asked.data || asked.isPlaceholderData)
    return <div className={screen.waiting} role="status" aria-busy aria-label={t('loading')} />;
  const { url, outside } = asked.data.data;
  if (!outside) return <DashboardPage />;
  return <iframe src={url} title={t('frame')} className={styles.frame} referrerPolicy="no-referrer" />;
}
