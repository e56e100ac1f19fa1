import { useQuery } from '@tanstack/react-query';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import type { Column } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { pageOfList } from '#platform/web/table/page-of-list.ts';
import { liveEndpoints, type SenderFaultView } from '#traffic/collector/contract/live-endpoints.ts';
import styles from './live.module.css';

const POLL_MS = 5000;

/** What was refused lately and what is missing, for whoever has just installed a tag and sees nothing. */
export function SenderFaults() {
  const { t } = useTranslation('live');
  const { t: words } = useTranslation('traffic');
  const format = useFormat();
  const { pkg } = useSelection();
  const heading = useId();
  const list = useQuery({
    ...query(liveEndpoints.faults, { query: { package_name: pkg.package_name } }),
    staleTime: 0,
    refetchInterval: POLL_MS,
  });
  const columns = useMemo(
    (): Column<SenderFaultView>[] => [
      { id: 'key_name', header: t('key'), kind: 'text', width: 150 },
      { id: 'fault', header: t('what'), kind: 'text', width: 420, value: ({ fault }) => t(`fault_${fault}`) },
      {
        id: 'detail',
        header: t('which'),
        kind: 'text',
        width: 240,
        value: ({ fault, detail }) => {
          if (fault === 'held_back') return t(`held_${detail}`);
          const [, limit, n] = /^(second|day) (\d+)$/.exec(fault === 'too_many' ? detail : '') ?? [];
          if (limit) return t(`over_${limit}`, { shown: format.number(Number(n)) });
          return fault === 'no_agent' ? words(`kind.${detail}`) : detail;
        },
      },
      { id: 'n', header: t('times'), kind: 'number' },
      { id: 'last_at', header: t('last'), kind: 'datetime', timeZone: pkg.time_zone, width: 175 },
    ],
    [t, words, format, pkg.time_zone],
  );
  return (
    <section className={styles.box} aria-labelledby={heading}>
      <h3 id={heading}>{t('faults')}</h3>
      <p className={styles.hint}>{t('faults_hint')}</p>
      <DataTable
        id="sender-faults"
        caption={t('faults')}
        columns={columns}
        rowKey={({ key_id, fault, detail }) => `${key_id} ${fault} ${detail}`}
        {...pageOfList(list)}
        empty={{ why: t('faults_none') }}
      />
    </section>
  );
}
