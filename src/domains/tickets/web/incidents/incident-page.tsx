import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { plotEndpoints } from '#domains/tickets/contract/incident-endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import { Chart } from '#platform/web/charts/chart.tsx';
import { useFormat } from '#platform/web/i18n/format.ts';
import { Link } from '#platform/web/layout/link.tsx';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import { CardFrame } from '#platform/web/ui/card-frame.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { Figure } from '#platform/web/ui/figure.tsx';
import { CaseFilters } from '../case-filters.tsx';
import styles from '../tickets.module.css';
import { useCaseFilters } from '../use-case-filters.ts';
import { IncidentList } from './incident-list.tsx';
import { PartsCard } from './parts-card.tsx';

const FIGURES = ['incidents', 'without_ticket', 'tickets', 'active', 'overdue', 'closed'] as const;

/** Incidents of the package: how many, when, where; and each of them, to make tickets of. */
export function IncidentPage() {
  const { t } = useTranslation('tickets');
  const { pkg, range } = useSelection();
  const filters = useCaseFilters();
  const sticky = useStickySearch();
  const asked = { package_name: pkg.package_name, fromDate: range.from, toDate: range.to, ...filters.chosen };
  return (
    <div className={screen.page}>
      <header className={screen.head}>
        <p>{t('incidents_lead', { package: pkg.package_title })}</p>
        <div className={screen.tools}>
          <CaseFilters filters={filters} />
          <Button variant="default" component={Link} to={`/issues${sticky}`}>
            {t('tickets')}
          </Button>
        </div>
      </header>
      <Counts asked={asked} />
      <Volume asked={asked} />
      <div className={styles.cards}>
        <PartsCard title={t('by_channel')} by="channel" endpoint={plotEndpoints.channel} asked={asked} />
        <PartsCard title={t('by_sub_channel')} endpoint={plotEndpoints.subChannel} asked={asked} />
        <PartsCard title={t('by_location')} endpoint={plotEndpoints.location} asked={asked} />
        <PartsCard title={t('by_category')} by="category" endpoint={plotEndpoints.category} asked={asked} />
        <PartsCard title={t('by_publisher')} by="publisher" endpoint={plotEndpoints.publisher} asked={asked} />
      </div>
      <IncidentList asked={asked} />
    </div>
  );
}

export interface AskedCases {
  package_name: string;
  fromDate: string;
  toDate: string;
}

function Counts({ asked }: { asked: AskedCases }) {
  const { t } = useTranslation('tickets');
  const format = useFormat();
  const counts = useQuery(query(plotEndpoints.counts, { query: asked }));
  if (counts.isError) return <ErrorState error={counts.error} onRetry={() => void counts.refetch()} />;
  return (
    <div className={styles.figures}>
      {FIGURES.map((name) => (
        <Figure
          key={name}
          label={t(`count_${name}`)}
          definition={t(`count_${name}_hint`)}
          value={counts.data ? format.number(counts.data.data[name]) : ''}
          loading={!counts.data}
          bare
        />
      ))}
    </div>
  );
}

function Volume({ asked }: { asked: AskedCases }) {
  const { t } = useTranslation('tickets');
  const { pkg } = useSelection();
  const volume = useQuery(query(plotEndpoints.volume, { query: asked }));
  const rows = volume.data?.data ?? [];
  const state = volume.isError ? 'error' : volume.data ? (volume.isPlaceholderData ? 'stale' : 'ready') : 'loading';
  return (
    <CardFrame
      title={t('volume')}
      caption={t('volume_caption', { zone: pkg.time_zone })}
      state={state}
      error={volume.error}
      onRetry={() => void volume.refetch()}
    >
      <Chart
        label={t('volume')}
        model={{
          kind: 'time',
          drawn: 'lines',
          buckets: rows.map(({ date }) => date),
          series: [
            { name: t('incidents'), values: rows.map(({ incidents }) => incidents) },
            { name: t('tickets'), values: rows.map(({ tickets }) => tickets) },
          ],
        }}
      />
    </CardFrame>
  );
}
