import { Progress } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { invoiceEndpoints } from '#domains/invoices/contract/endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import styles from './invoices.module.css';

const AGAIN_MS = 2_000;
const WHOLE = 100;

/** How far the newest run is, and what it could not issue. */
export function BatchProgress() {
  const { t } = useTranslation('invoices');
  const { pkg } = useSelection();
  const format = useFormat();
  const client = useQueryClient();
  const runs = useQuery({
    ...query(invoiceEndpoints.batches, { query: { package_name: pkg.package_name } }),
    refetchInterval: ({ state }) => (state.data?.data[0]?.finished_at === null ? AGAIN_MS : false),
  });
  const [run] = runs.data?.data ?? [];
  const isOver = run?.finished_at !== null;
  // What it has issued is in the list.
  useEffect(() => {
    if (isOver) void client.invalidateQueries({ queryKey: [invoiceEndpoints.list.method, invoiceEndpoints.list.path] });
  }, [isOver, client]);
  if (!run || (isOver && run.failures === 0)) return null;
  const said = {
    from: format.day(run.period_from),
    to: format.day(run.period_to),
    done: format.number(run.done),
    total: format.number(run.total),
  };
  return (
    <section className={`${screen.card} ${styles.run}`} aria-label={t('run')} aria-live="polite">
      <p>{t(isOver ? 'run_over' : 'run_underway', said)}</p>
      {!isOver && <Progress value={(run.done / Math.max(1, run.total)) * WHOLE} aria-label={t('run')} />}
      {run.failures > 0 && (
        <details>
          <summary>{t('run_failed', { n: format.number(run.failures) })}</summary>
          <ul className={screen.list}>
            {run.failed.map(({ publisher, currency, why }) => (
              <li key={`${publisher} ${currency} ${why}`}>
                {publisher} · {currency}: {why}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
