import { useTranslation } from 'react-i18next';
import screen from '#platform/web/layout/screen.module.css';
import { EntryTable } from './entry-table.tsx';

/** Every report of the package that was asked for, with its state and file. */
export function DownloadsPage() {
  const { t } = useTranslation('reports');
  return (
    <div className={screen.page}>
      <header className={screen.head}>
        <p>{t('downloads_lead')}</p>
      </header>
      <section className={screen.card} aria-label={t('entries')}>
        <EntryTable maxHeight="calc(100dvh - 280px)" />
      </section>
    </div>
  );
}
