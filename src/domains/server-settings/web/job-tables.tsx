import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Health, type JobView, server } from '#domains/server-settings/contract/endpoints.ts';
import { ERROR_CODES } from '#platform/contract/error-codes.ts';
import { call, query } from '#platform/web/api/call.ts';
import { buttonColumn } from '#platform/web/list/action-column.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import type { Column } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import { jobName } from './names.ts';
import styles from './server.module.css';

type JobCount = Health['jobs'][number];

export function JobTable({ jobs }: { jobs: readonly JobCount[] }) {
  const { t } = useTranslation('server');
  const columns = useMemo(
    (): Column<JobCount>[] => [
      { id: 'queue', header: t('queue'), kind: 'text', width: 240, value: ({ queue }) => jobName(queue, t) },
      { id: 'queued', header: t('waiting'), kind: 'number' },
      { id: 'running', header: t('running'), kind: 'number' },
      { id: 'progress', header: t('progress'), kind: 'percent' },
      { id: 'failed', header: t('failed'), kind: 'number', width: 136 },
      { id: 'done', header: t('done'), kind: 'number' },
      { id: 'last_at', header: t('last_at'), kind: 'datetime' },
    ],
    [t],
  );
  return (
    <div className={styles.table}>
      <DataTable
        id="jobs"
        caption={t('jobs')}
        columns={columns}
        rows={jobs}
        rowKey={({ queue }) => queue}
        density="compact"
        empty={{ why: t('jobs_none') }}
      />
    </div>
  );
}

/** The usual failures in the reader's language with the engine's own words behind them; any other in its own words. */
export const whyFailed = ({ error, code }: Pick<JobView, 'error' | 'code'>, t: TFunction): string =>
  code !== null && code !== 'internal' && Object.hasOwn(ERROR_CODES, code)
    ? `${t(`errors:${code}`)} (${error})`
    : error;

/** Those given up after their last try; nothing is shown while there are none. */
export function FailedJobs() {
  const { t } = useTranslation(['server', 'errors']);
  const errorText = useErrorText();
  const client = useQueryClient();
  const state = useListState();
  const { page, limit } = state;
  const list = useQuery(query(server.failedJobs, { query: { page, limit } }));
  const retry = useMutation({
    mutationFn: (id: string) => call(server.retryJob, { params: { id } }),
    onSuccess: () => {
      void client.invalidateQueries();
      notify('done', t('retried'));
    },
    onError: (error) => notify('failed', errorText(error)),
  });
  const { mutate } = retry;
  const columns = useMemo(
    (): Column<JobView>[] => [
      { id: 'queue', header: t('queue'), kind: 'text', width: 240, value: ({ queue }) => jobName(queue, t) },
      { id: 'finished_at', header: t('failed_at'), kind: 'datetime' },
      { id: 'tries', header: t('tries'), kind: 'number' },
      { id: 'error', header: t('error'), kind: 'text', width: 320, value: (job) => whyFailed(job, t) },
      buttonColumn(t('actions'), (job) => ({
        children: t('retry'),
        label: t('retry_of', { name: jobName(job.queue, t) }),
        onClick: () => mutate(job.id),
      })),
    ],
    [t, mutate],
  );
  if (!list.data || list.data.total === 0) return null;
  return (
    <ListPage
      id="failed-jobs"
      lead={t('failed_lead')}
      caption={t('failed_lead')}
      columns={columns}
      state={state}
      list={list}
      empty={{ why: '' }}
    />
  );
}
