import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type OpenJobView, server } from '#domains/server-settings/contract/endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { buttonColumn } from '#platform/web/list/action-column.tsx';
import type { Column } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { useConfirmed } from '#platform/web/ui/use-confirmed.tsx';
import { jobName, openJobName } from './names.ts';
import styles from './server.module.css';

const REFRESH_MS = 15_000;
/** While one is being called off: the reader waits for it. */
const SOON_MS = 1_500;

/** Those that run and wait, each with its end; nothing is shown while there are none. */
export function OpenJobs() {
  const { t } = useTranslation('server');
  const list = useQuery({
    ...query(server.openJobs, {}),
    refetchInterval: ({ state }) => (state.data?.data.some((job) => job.state === 'cancelling') ? SOON_MS : REFRESH_MS),
  });
  const { ask, dialog } = useConfirmed({
    run: ({ id }: OpenJobView) => call(server.cancelJob, { params: { id } }),
    question: (job) => ({
      title: t('cancel_title'),
      confirm: t('cancel_do'),
      why: t('cancel_why', { name: openJobName(job, t) }),
    }),
    done: ({ data }) => t(`cancel_done_${data.state}`),
  });
  const columns = useMemo(
    (): Column<OpenJobView>[] => [
      { id: 'queue', header: t('queue'), kind: 'text', width: 240, value: ({ queue }) => jobName(queue, t) },
      { id: 'key', header: t('what'), kind: 'text', width: 220 },
      { id: 'state', header: t('state'), kind: 'text', value: ({ state }) => t(`open_${state}`) },
      { id: 'progress', header: t('progress'), kind: 'percent' },
      { id: 'since', header: t('since'), kind: 'datetime' },
      buttonColumn(t('actions'), (job) => {
        if (!job.may_cancel) return undefined;
        const button = { label: t('cancel_of', { name: openJobName(job, t) }), onClick: () => ask(job), danger: true };
        if (job.state !== 'cancelling') return { ...button, children: t('cancel') };
        // On a phone the state is out of sight, this column is not.
        return { ...button, children: t('open_cancelling'), label: t('open_cancelling'), disabled: true };
      }),
    ],
    [t, ask],
  );
  const jobs = list.data?.data ?? [];
  return (
    <>
      {jobs.length > 0 && (
        <>
          <p className={styles.lead}>{t('open_lead')}</p>
          <div className={styles.table}>
            <DataTable
              id="open-jobs"
              caption={t('open_lead')}
              columns={columns}
              rows={jobs}
              rowKey={({ id }) => id}
              density="compact"
              empty={{ why: '' }}
            />
          </div>
        </>
      )}
      {dialog}
    </>
  );
}
