import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { type Health, server } from '#domains/server-settings/contract/endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { READER_ZONE } from '#platform/web/i18n/reader-zone.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import { NewRulesNote } from '#traffic/rule-sets/web/new-rules-note.tsx';
import { FailedJobs, JobTable } from './job-tables.tsx';
import { ListTable } from './list-table.tsx';
import { listName } from './names.ts';
import { OpenJobs } from './open-jobs.tsx';
import styles from './server.module.css';

const REFRESH_MS = 15_000;

/** What runs, in which version, how full it is and what needs attention. Asked for again every quarter of a minute. */
export function ServerPage() {
  const health = useQuery({ ...query(server.health, {}), refetchInterval: REFRESH_MS });
  if (health.isError) return <ErrorState error={health.error} onRetry={() => void health.refetch()} />;
  if (!health.data) return <Skeleton height={320} />;
  return <Shown health={health.data.data} />;
}

function Shown({ health }: { health: Health }) {
  const { t } = useTranslation('server');
  return (
    <div className={styles.page}>
      <Troubles health={health} />
      <NewRulesNote />
      <div className={styles.cards}>
        <Facts health={health} />
        <MailCard health={health} />
      </div>
      <section aria-labelledby="server-jobs">
        <h2 id="server-jobs">{t('jobs')}</h2>
        <JobTable jobs={health.jobs} />
        <OpenJobs />
        <FailedJobs />
      </section>
      <section aria-labelledby="server-lists">
        <h2 id="server-lists">{t('lists')}</h2>
        <ListTable lists={health.lists} />
      </section>
    </div>
  );
}

/** What needs attention, before everything else; nothing when nothing does. */
function Troubles({ health }: { health: Health }) {
  const { t } = useTranslation('server');
  const format = useFormat();
  const blind = health.lists.filter((list) => list.blind).map((list) => listName(list, t));
  const failed = health.jobs.reduce((sum, job) => sum + job.failed, 0);
  const troubles = [
    ...(health.disk.low ? [t('trouble_disk')] : []),
    ...(health.files.error === null ? [] : [t('trouble_files', { why: health.files.error })]),
    ...(health.traffic.detached_parts > 0 ? [t('trouble_parts', { count: health.traffic.detached_parts })] : []),
    ...health.traffic.alarms.map(({ alarm, times, last_at, bytes }) =>
      t(`trouble_${alarm}`, {
        shown: format.number(times),
        time: format.dateTime(last_at, READER_ZONE),
        size: bytes === null ? '' : `${format.number(bytes / 1e9, 2)} GB`,
      }),
    ),
    ...(health.live && health.live.missing > 0
      ? [t('trouble_missing', { shown: format.number(health.live.missing) })]
      : []),
    ...(health.live && health.live.doubled > 0
      ? [t('trouble_doubled', { shown: format.number(health.live.doubled) })]
      : []),
    ...(health.live?.late ? [t('trouble_late', { shown: format.number(health.live.waiting) })] : []),
    ...(health.filed.late && health.filed.since
      ? [
          t('trouble_filed', {
            count: health.filed.clicks,
            shown: format.number(health.filed.clicks),
            time: format.dateTime(health.filed.since, READER_ZONE),
          }),
        ]
      : []),
    ...(health.mail.mode === 'off' ? [t('trouble_mail_off')] : []),
    ...(health.mail.mode === 'mailbox' ? [t('trouble_mail_mailbox')] : []),
    ...(health.mail.failed > 0 ? [t('trouble_mail', { count: health.mail.failed })] : []),
    ...(failed > 0 ? [t('trouble_jobs', { count: failed })] : []),
    ...(blind.length > 0 ? [t('trouble_blind', { count: blind.length, lists: format.list(blind) })] : []),
  ];
  if (troubles.length === 0) return <p className={styles.well}>{t('well')}</p>;
  return (
    <ul className={styles.troubles}>
      {troubles.map((trouble) => (
        <li key={trouble}>{trouble}</li>
      ))}
    </ul>
  );
}

/** What was acknowledged and is stored, and the last backup, where they can be told. */
function liveFacts(
  { live, filed, backup }: Health,
  t: TFunction<'server'>,
  format: ReturnType<typeof useFormat>,
): [string, string][] {
  const isSound = live && live.loaded > 0 && live.missing + live.doubled === 0;
  return [
    ...(live
      ? [
          [
            t('live'),
            t(isSound ? 'live_sound' : 'live_loaded', {
              shown: format.number(live.loaded),
              time: format.dateTime(live.looked_at, READER_ZONE),
            }),
          ] as [string, string],
        ]
      : []),
    ...(filed.clicks > 0 && filed.since
      ? [
          [
            t('filed'),
            t('filed_since', {
              shown: format.number(filed.clicks),
              time: format.dateTime(filed.since, READER_ZONE),
            }),
          ] as [string, string],
        ]
      : []),
    ...(backup
      ? [[t('backup'), backup.last ? format.dateTime(backup.last, READER_ZONE) : t('backup_none')] as [string, string]]
      : []),
  ];
}

function Facts({ health }: { health: Health }) {
  const { t } = useTranslation('server');
  const format = useFormat();
  const size = (bytes: number): string => `${format.number(bytes / 1e9, 2)} GB`;
  const engine = (mode: 'embedded' | 'server', version: string): string => `${version} (${t(`mode_${mode}`)})`;
  const hours = health.uptime / 3600;
  const facts: [string, string][] = [
    ['PostgreSQL', engine(health.records.mode, health.records.version)],
    [t('records_size'), size(health.records.bytes)],
    ['ClickHouse', engine(health.traffic.mode, health.traffic.version)],
    [
      t('traffic_size'),
      t('events_size', { shown: format.number(health.traffic.events), size: size(health.traffic.bytes) }),
    ],
    ...liveFacts(health, t, format),
    [t('disk_free'), t('of', { part: size(health.disk.free), whole: size(health.disk.total) })],
    [t('files'), health.files.kind === 's3' ? health.files.place : t('files_folder')],
    [t('memory'), t('of', { part: size(health.memory.process), whole: size(health.memory.total) })],
    ['Node', health.node],
    [t('uptime'), t('hours', { shown: format.number(hours, 1) })],
  ];
  return (
    <section className={styles.card} aria-label={t('engines')}>
      <h2>{t('engines')}</h2>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function MailCard({ health: { mail } }: { health: Health }) {
  const { t } = useTranslation('server');
  const errorText = useErrorText();
  const test = useMutation({
    mutationFn: () => call(server.testMail, {}),
    onSuccess: ({ data }) => notify('done', t(`mail_sent_${data.mode}`, { to: data.to })),
  });
  return (
    <section className={styles.card} aria-label={t('mail')}>
      <h2>{t('mail')}</h2>
      <p>{t(`mail_${mail.mode}`)}</p>
      <dl className={styles.facts}>
        <div>
          <dt>{t('waiting')}</dt>
          <dd>{mail.waiting}</dd>
        </div>
        <div>
          <dt>{t('failed')}</dt>
          <dd>{mail.failed}</dd>
        </div>
      </dl>
      {mail.last_error && <p className={styles.error}>{mail.last_error}</p>}
      {test.error && (
        <p className={styles.error} role="alert">
          {errorText(test.error)}
        </p>
      )}
      <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
        {t('mail_test')}
      </Button>
    </section>
  );
}
