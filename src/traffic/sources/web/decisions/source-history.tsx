import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { sourceDecisionEndpoints } from '#traffic/sources/contract/decision-endpoints.ts';
import type { SourceName } from './use-decisions.ts';

/** What people said of a source and of its publisher, or of a publisher and all its parts, newest first, with what was taken back. */
export function SourceHistory({ source: { publisher, sub_publisher } }: { source: SourceName }) {
  const { t } = useTranslation('sources');
  const { pkg } = useSelection();
  const format = useFormat();
  const asked = { package_name: pkg.package_name, publisher, ...(sub_publisher !== null && { sub_publisher }) };
  const history = useQuery(query(sourceDecisionEndpoints.history, { query: asked }));
  if (history.isError) return <ErrorState error={history.error} onRetry={() => void history.refetch()} />;
  const rows = history.data?.data;
  if (rows?.length === 0) return <p>{t('history_none')}</p>;
  return (
    <ul className={screen.list} aria-busy={history.isPending}>
      {rows?.map((row) => (
        <li key={row.id}>
          <strong>
            {t(`state_${row.state}`)} ·{' '}
            {row.sub_publisher === '' ? t('not_reported') : (row.sub_publisher ?? t('about_publisher'))}
          </strong>{' '}
          <time dateTime={row.created_at}>{format.dateTime(row.created_at, pkg.time_zone)}</time>
          <p>{t('said_by', { author: row.author, reason: row.reason })}</p>
          <p className={screen.note}>
            {t('since')}: {row.from ?? t('always')}
          </p>
          {row.undone_at && <p className={screen.note}>{t('history_undone', { author: row.undone_by })}</p>}
        </li>
      ))}
    </ul>
  );
}
