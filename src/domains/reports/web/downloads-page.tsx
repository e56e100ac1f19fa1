import { useTranslation } from 'react-i18next';
import screen from '#platform/web/layout/screen.module.css';
import { EntryTable } from './entry-table.tsx';
import { ScheduleTable } from './schedule-table.tsx';

/** Every report of the package that was asked for, with its state and file, and the schedules that have some made. */
export function DownloadsPage() {
  const { t } = useTranslation('reports');
  return (
    <div className={screen.page}>
      <header className={screen.head}>
        <p>{t('reports:downloads_lead')}</p>
      </header>
      <section className={screen.card} aria-label={t('reports:entries')}>
        <EntryTable />
      </section>
      <section className={screen.card} aria-label={t('reports:schedule_schedules')}>
        <div className={screen.cardHead}>
          <h2>{t('reports:schedule_schedules')}</h2>
          <span className={screen.note}>{t('reports:schedule_schedules_lead')}</span>
        </div>
        <ScheduleTable />
      </section>
    </div>
  );
}
