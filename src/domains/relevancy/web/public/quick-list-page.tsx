import { useTranslation } from 'react-i18next';
import screen from '#platform/web/layout/screen.module.css';
import { notify } from '#platform/web/ui/notify.ts';
import { ScanPanel } from '../scan/scan-panel.tsx';

const tell = (text: string): void => notify('failed', text);

/** The scan for anybody (QL-ROUTE-01). */
export function QuickListPage() {
  const { t } = useTranslation('scan');
  return (
    <div className={screen.page}>
      <div className={screen.head}>
        <p>{t('lead')}</p>
      </div>
      <ScanPanel onFailure={tell} />
    </div>
  );
}
