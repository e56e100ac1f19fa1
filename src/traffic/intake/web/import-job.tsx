import { Button, Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/web/i18n/format.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import type { ImportView } from '#traffic/intake/contract/import-endpoints.ts';
import { formatSeconds } from '#traffic/rules/contract/quantity.ts';
import styles from './import.module.css';
import { canStop, isWorking } from './import-numbers.ts';
import { ImportResult } from './import-result.tsx';
import { ReplaceDays } from './replace-days.tsx';
import { useImport, useImportActions } from './use-imports.ts';

/** One import from start to end. It runs on the server: leaving this page changes nothing. */
export function ImportJob({ id, onAnother }: { id: number; onAnother: () => void }) {
  const { t } = useTranslation('import');
  const found = useImport(id);
  if (found.isError)
    return (
      <div className={styles.box}>
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
        <Button variant="subtle" onClick={onAnother}>
          {t('another')}
        </Button>
      </div>
    );
  if (!found.data) return <div className={styles.wait} role="status" aria-label={t('loading')} />;
  const job = found.data.data;
  if (job.state === 'waiting') return <ReplaceDays job={job} />;
  return isWorking(job) ? <Working job={job} /> : <ImportResult job={job} onAnother={onAnother} />;
}

function Working({ job }: { job: ImportView }) {
  const { t, i18n } = useTranslation('import');
  const format = useFormat();
  const { cancel } = useImportActions();
  const left = job.seconds_left;
  const parts = [
    format.percent(job.progress, 0),
    t('records', { n: format.number(job.records) }),
    ...(job.rows_per_second > 0 ? [t('speed', { n: format.number(job.rows_per_second) })] : []),
    ...(left === null ? [] : [t('left', { time: formatSeconds(i18n.language, Math.max(1, Math.round(left))) })]),
  ];
  return (
    <section className={styles.box} aria-label={job.file_name}>
      <header className={styles.boxHead}>
        <h2>{job.file_name}</h2>
        <span role="status">{t(`state_${job.state}`)}</span>
      </header>
      <Progress
        value={job.progress * 100}
        size="lg"
        animated={job.state === 'queued' || job.state === 'committing' || job.state === 'undoing'}
        aria-label={t('progress_of', { name: job.file_name })}
      />
      <p className={`${styles.figures} numbers`}>{parts.join(' · ')}</p>
      <div className={styles.previewActions}>
        <span className={styles.hint}>{t('may_leave')}</span>
        {canStop(job) && (
          <Button variant="default" size="compact-md" loading={cancel.isPending} onClick={() => cancel.mutate(job)}>
            {t('stop')}
          </Button>
        )}
      </div>
    </section>
  );
}
