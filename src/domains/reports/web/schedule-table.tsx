import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportSchedule } from '#domains/reports/contract/schedule-endpoints.ts';
import { whenText } from '#domains/reports/contract/schedule-words.ts';
import { QUESTION, titleOf } from '#domains/reports/contract/subjects.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { READER_ZONE } from '#platform/web/i18n/reader-zone.ts';
import { useTranslate } from '#platform/web/i18n/use-translate.ts';
import { RowMenu } from '#platform/web/list/row-menu.tsx';
import type { Column } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import styles from './reports.module.css';
import { MailNote, type ScheduledAsk, ScheduleForm } from './schedule-form.tsx';
import { exploreHref } from './schedule-href.ts';
import { useToldText } from './told-text.ts';
import { type ScheduleChange, useScheduleChange, useSchedules } from './use-schedules.ts';

/** Schedules of the package: when each runs next, how the last run went, and whom it is sent to. */
export function ScheduleTable() {
  const { t } = useTranslation('reports');
  const [page, setPage] = useState(1);
  const [changed, setChanged] = useState<ReportSchedule>();
  const schedules = useSchedules(page);
  const columns = useScheduleColumns(setChanged);
  return (
    <>
      <div className={styles.beside}>
        <MailNote />
      </div>
      <DataTable
        id="report-schedules"
        caption={t('schedule_schedules_caption', { zone: READER_ZONE })}
        columns={columns}
        rows={schedules.data?.data ?? []}
        rowKey={({ id }) => String(id)}
        maxHeight={360}
        loading={schedules.isPending}
        error={schedules.isError && !schedules.data ? schedules.error : undefined}
        onRetry={() => void schedules.refetch()}
        {...(schedules.data ? { total: schedules.data.total } : {})}
        paging={{ page, pages: schedules.data?.Total_pages ?? 1, onPage: setPage }}
        empty={{ why: t('schedule_schedules_none') }}
      />
      <SidePanel opened={changed !== undefined} title={t('schedule_edit_title')} onClose={() => setChanged(undefined)}>
        {changed && <ChangeForm schedule={changed} onDone={() => setChanged(undefined)} />}
      </SidePanel>
    </>
  );
}

function ChangeForm({ schedule, onDone }: { schedule: ReportSchedule; onDone: () => void }) {
  const { t } = useTranslation('reports');
  const { report, asked } = schedule;
  const kept: ScheduledAsk = report === QUESTION ? { question: asked } : { asked };
  return (
    <div className={styles.panel}>
      <p className={styles.why}>{t('schedule_edit_about')}</p>
      <ScheduleForm subject={report} asked={kept} schedule={schedule} onDone={onDone} />
    </div>
  );
}

const plain = { kind: 'text', sortable: false } as const;
const NAMES = ['reports', 'pages'] as const;

function useScheduleColumns(onEdit: (schedule: ReportSchedule) => void): Column<ReportSchedule>[] {
  const { i18n } = useTranslation(NAMES);
  const t = useTranslate(NAMES);
  const format = useFormat();
  return useMemo(() => {
    const pageOf = (report: string): string => t(`pages:${titleOf(report)}`);
    return [
      {
        ...plain,
        id: 'name',
        header: t('reports:schedule_column_name'),
        width: 200,
        narrow: { place: 0, width: 104 },
        value: ({ name, report }) => (name === titleOf(report) ? pageOf(report) : name),
      },
      {
        ...plain,
        id: 'state',
        header: t('reports:schedule_column_state'),
        width: 150,
        narrow: { place: 1, width: 100 },
        render: (schedule) => <State schedule={schedule} />,
      },
      {
        ...plain,
        id: 'actions',
        header: t('reports:schedule_actions'),
        width: 80,
        narrow: { place: 2, width: 64 },
        render: (schedule) => <ScheduleActions schedule={schedule} onEdit={onEdit} />,
      },
      { id: 'next_at', header: t('reports:schedule_column_next'), kind: 'datetime', sortable: false },
      {
        ...plain,
        id: 'when',
        header: t('reports:schedule_column_when'),
        width: 290,
        value: ({ timing, hour, time_zone: zone }) => whenText(t, i18n.language, { timing, hour, zone }),
      },
      {
        ...plain,
        id: 'about',
        header: t('reports:schedule_column_about'),
        width: 210,
        value: ({ next_days: days }) => days && `${days.from} – ${days.to}`,
      },
      {
        ...plain,
        id: 'recipients',
        header: t('reports:schedule_column_recipients'),
        width: 240,
        value: ({ recipients }) =>
          format.list(
            recipients.map(({ name, off }) => (off === null ? name : `${name} (${t(`reports:schedule_off_${off}`)})`)),
          ),
      },
      {
        ...plain,
        id: 'last_at',
        header: t('reports:schedule_column_last'),
        width: 220,
        value: ({ last_at: at, last_state: state }) =>
          at === null
            ? t('reports:schedule_never')
            : [format.moment(at, READER_ZONE), ...(state ? [t(`reports:status_${state}`)] : [])].join(' · '),
      },
      {
        ...plain,
        id: 'report',
        header: t('reports:schedule_column_report'),
        width: 190,
        value: ({ report }) => pageOf(report),
        href: (schedule) => (schedule.report === QUESTION ? exploreHref(schedule) : undefined),
      },
      {
        ...plain,
        id: 'format',
        header: t('reports:schedule_format'),
        width: 90,
        value: ({ format: form }) => form.toUpperCase(),
      },
      { ...plain, id: 'owner', header: t('reports:schedule_column_owner'), width: 140 },
    ] satisfies Column<ReportSchedule>[];
  }, [t, i18n.language, format, onEdit]);
}

function State({ schedule: { state, why } }: { schedule: ReportSchedule }) {
  const { t } = useTranslation('reports');
  const told = useToldText();
  const text = why ? told(why) : undefined;
  return (
    <span className={styles.status} data-status={state} title={text}>
      <span>
        {t(`schedule_state_${state}`)}
        {text !== undefined && <small className={styles.why}> {text}</small>}
      </span>
    </span>
  );
}

interface ActionProps {
  schedule: ReportSchedule;
  onEdit: (schedule: ReportSchedule) => void;
}

function ScheduleActions({ schedule, onEdit }: ActionProps) {
  const { t } = useTranslation('reports');
  const { change, remove } = useScheduleChange();
  const { id, name, state, changeable, received } = schedule;
  const act = (what: ScheduleChange) => () => change.mutate({ what, id, name });
  const own = [
    { label: t('schedule_edit'), onClick: () => onEdit(schedule) },
    { label: t('schedule_send_now'), onClick: act('send') },
    state === 'active'
      ? { label: t('schedule_pause'), onClick: act('pause') }
      : { label: t('schedule_resume'), onClick: act('resume') },
  ];
  const actions = [
    ...(changeable ? own : []),
    ...(received ? [{ label: t('schedule_leave'), onClick: act('leave') }] : []),
    ...(changeable ? [{ label: t('schedule_remove'), onClick: () => remove.mutate(schedule), danger: true }] : []),
  ];
  return actions.length === 0 ? null : <RowMenu label={t('schedule_actions_of', { name })} actions={actions} />;
}
