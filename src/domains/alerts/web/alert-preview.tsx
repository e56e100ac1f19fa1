import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Found } from '#domains/alerts/contract/alert.ts';
import { alertEndpoints } from '#domains/alerts/contract/endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import type { Column } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { type AlertDraft, settingsOf } from './alert-draft.ts';
import styles from './alerts.module.css';
import { useFoundWords } from './found-words.ts';
import { useMetric } from './use-metric.ts';

/** Longest wait for 90 days of campaigns. */
const PREVIEW_MS = 60_000;

/** On which of the last days it would have been raised, before it is saved. */
export function AlertPreview({ draft }: { draft: AlertDraft }) {
  const { t } = useTranslation('alerts');
  const format = useFormat();
  const { pkg } = useSelection();
  // Its name decides nothing, and may still be missing.
  const settings = settingsOf({ ...draft, name: draft.name.trim().length < 3 ? 'preview' : draft.name });
  const preview = useQuery({
    ...query(
      alertEndpoints.preview,
      { body: { package_name: pkg.package_name, ...settings } },
      { timeoutMs: PREVIEW_MS },
    ),
    retry: false,
    gcTime: 0,
  });
  const found = preview.data?.data;
  const on = new Set((found?.raised ?? []).map(({ day }) => day)).size;
  const said = (): string => {
    const days = found?.days_with_data ?? 0;
    if (days === 0 && on === 0) return t('preview_no_data');
    if (on === 0) return t('preview_none', { days: format.number(days) });
    if (on >= days) return t('preview_all', { days: format.number(days) });
    const times = format.number(found?.raised.length ?? 0);
    return t('preview_some', { times, on: format.number(on), days: format.number(days) });
  };
  return (
    <section aria-label={t('preview_title')} className={styles.preview}>
      <h3>{t('preview_title')}</h3>
      {preview.isError && <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />}
      {preview.isPending && <div className={screen.waiting} role="status" aria-label={t('counting')} />}
      {found && <p>{said()}</p>}
      {found && found.raised.length > 0 && <RaisedTable raised={found.raised} metric={draft.metric} />}
    </section>
  );
}

function RaisedTable({ raised, metric }: { raised: readonly Found[]; metric: string }) {
  const { t } = useTranslation('alerts');
  const { value } = useMetric();
  const words = useFoundWords();
  const columns = useMemo(
    (): Column<Found>[] => [
      { id: 'period', header: t('period'), kind: 'text', width: 130, value: words.period },
      { id: 'value', header: t('value'), kind: 'text', width: 90, value: (row) => value(metric, row.value) },
      {
        id: 'usual',
        header: t('usual'),
        kind: 'text',
        width: 90,
        value: (row) => (row.usual === null ? null : value(metric, row.usual)),
      },
      { id: 'cause', header: t('causes'), kind: 'text', width: 220, value: words.causes },
    ],
    [t, value, metric, words],
  );
  return (
    <DataTable
      id="alert-preview"
      caption={t('preview_title')}
      columns={columns}
      rows={raised.toReversed()}
      rowKey={({ period }) => period}
      maxHeight={300}
      empty={{ why: t('preview_title') }}
    />
  );
}
