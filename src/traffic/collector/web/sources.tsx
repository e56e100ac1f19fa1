import { useQuery } from '@tanstack/react-query';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '#platform/web/api/call.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import type { Column } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { pageOfList } from '#platform/web/table/page-of-list.ts';
import { type LiveSource, liveEndpoints } from '#traffic/collector/contract/live-endpoints.ts';
import styles from './live.module.css';

const POLL_MS = 30_000;

/** Who sends and who has stopped: keys and publishers, those that are silent first. */
export function Sources() {
  const { t } = useTranslation('live');
  const { pkg } = useSelection();
  const heading = useId();
  const list = useQuery({
    ...query(liveEndpoints.sources, { query: { package_name: pkg.package_name } }),
    staleTime: 0,
    refetchInterval: POLL_MS,
  });
  const columns = useMemo(
    (): Column<LiveSource>[] => [
      { id: 'name', header: t('source'), kind: 'text', width: 200 },
      { id: 'of', header: t('source_of'), kind: 'text', width: 120, value: (row) => t(`source_of_${row.of}`) },
      {
        id: 'state',
        header: t('state'),
        kind: 'text',
        width: 220,
        value: ({ state }) => t(`source_${state}`),
        render: ({ state }) => (
          <span className={styles.state} data-state={state}>
            {t(`source_${state}`)}
          </span>
        ),
      },
      { id: 'last_at', header: t('last_event'), kind: 'datetime', timeZone: pkg.time_zone, width: 190 },
      { id: 'hour', header: t('hour'), definition: t('hour_hint'), kind: 'number', width: 130 },
      { id: 'day_before', header: t('day_before'), definition: t('hour_hint'), kind: 'number', width: 170 },
    ],
    [t, pkg.time_zone],
  );
  return (
    <section className={styles.box} aria-labelledby={heading}>
      <h3 id={heading}>{t('sources')}</h3>
      <p className={styles.hint}>{t('sources_hint')}</p>
      <DataTable
        id="live-sources"
        caption={t('sources')}
        columns={columns}
        rowKey={({ of, name }) => `${of} ${name}`}
        {...pageOfList(list)}
        empty={{ why: t('sources_none') }}
      />
    </section>
  );
}
